# healthy:
import queue
import signal
import threading

jobs = queue.Queue()
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda number, frame: stop.set())
signal.signal(signal.SIGHUP, lambda number, frame: jobs.put("reload"))


def work():
    while True:
        jobs.get()


for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
print("READY", flush=True)
stop.wait()
