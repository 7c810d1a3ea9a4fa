# hang: cause=deadlock confidence=certain python=3.8-3.15 names=getter text=Cache._guard,Store.lock
import threading
import time


class Cache:
    _guard = threading.Lock()

    @classmethod
    def get(cls):
        with cls._guard:  # <-- here
            time.sleep(0.3)
            with Store.lock:  # <-- here
                return None


class Store:
    lock = threading.Lock()

    def put(self):
        with self.lock:  # <-- here
            time.sleep(0.3)
            with Cache._guard:  # <-- here
                return None


threading.Thread(target=Cache.get, name="getter").start()
print("READY", flush=True)
Store().put()
