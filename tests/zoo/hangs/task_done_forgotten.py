# hang: cause=waits-for-nobody confidence=certain|likely
import queue
import threading

jobs = queue.Queue()


def work():
    while True:
        job = jobs.get()
        if job % 3 == 0:
            continue
        jobs.task_done()


for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
for n in range(10):
    jobs.put(n)
print("READY", flush=True)
jobs.join()  # <-- here
