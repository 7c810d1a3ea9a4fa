# healthy:
# The work is done, its workers idle for good, and the main thread goes on with something else.
import queue
import threading
import time

work = queue.Queue()


def worker():
    while True:
        work.get()
        work.task_done()


for _ in range(3):
    threading.Thread(target=worker, daemon=True).start()
for number in range(9):
    work.put(number)
work.join()
print("READY", flush=True)
while True:
    time.sleep(0.2)
