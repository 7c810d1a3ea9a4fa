# hang: cause=deadlock confidence=likely python=3.8-3.15 names=reverse
import threading
import time


class LockManager:
    def __init__(self):
        self._locks = {}

    def acquire(self, name):
        self._locks.setdefault(name, threading.Lock()).acquire()  # <-- here

    def release(self, name):
        self._locks[name].release()


manager = LockManager()


def copy(source, target):
    manager.acquire(source)  # <-- here
    time.sleep(0.2)
    manager.acquire(target)  # <-- here
    manager.release(target)
    manager.release(source)


reverse = threading.Thread(target=copy, args=("b.txt", "a.txt"), name="reverse")
reverse.start()
print("READY", flush=True)
copy("a.txt", "b.txt")
reverse.join()
