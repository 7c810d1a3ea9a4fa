# healthy:
import queue
import threading
import time

parts = queue.Queue(maxsize=2)


def make():
    for n in range(10**9):
        parts.put(n)


def use():
    while True:
        parts.get()
        time.sleep(0.1)


threading.Thread(target=make, name="maker", daemon=True).start()
print("READY", flush=True)
use()
