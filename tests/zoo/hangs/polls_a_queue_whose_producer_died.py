# hang: cause=waits-for-nobody confidence=likely|possible watch=yes python=3.8-3.15
import queue
import threading

threading.excepthook = lambda info: None
results = queue.Queue()


def produce():
    for n in range(3):
        results.put(10 // (2 - n))
    results.put(None)


def collect():
    total = 0
    while True:
        try:
            item = results.get(timeout=0.3)  # <-- here
        except queue.Empty:
            continue
        if item is None:
            return total
        total += item


threading.Thread(target=produce, name="producer").start()
print("READY", flush=True)
collect()
