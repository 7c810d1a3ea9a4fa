# healthy:
import queue
import signal
import threading

jobs = queue.Queue()
threading.Thread(target=jobs.get, daemon=True).start()
signal.signal(signal.SIGALRM, lambda number, frame: jobs.put(1))
print("READY", flush=True)
while True:
    signal.pause()
