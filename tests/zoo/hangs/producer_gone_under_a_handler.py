# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 names=SIGTERM
import queue
import signal
import threading

jobs = queue.Queue()
stopping = threading.Event()


def produce():
    jobs.put("first")
    raise RuntimeError("no more")


def consume():
    while not stopping.is_set():
        jobs.get()  # <-- here


signal.signal(signal.SIGTERM, lambda number, frame: stopping.set())
threading.Thread(target=produce, name="producer").start()
print("READY", flush=True)
consume()
