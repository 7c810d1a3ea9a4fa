# hang: cause=waits-for-nobody confidence=certain|likely python=3.8-3.15
import queue
import sys
import threading

threading.excepthook = lambda info: print(info.exc_value, file=sys.stderr)
results = queue.Queue()


def produce():
    for n in range(3):
        results.put(10 // (2 - n))
    results.put(None)


threading.Thread(target=produce, name="producer").start()
print("READY", flush=True)
while True:
    result = results.get()  # <-- here
    if result is None:
        break
