# hang: cause=deadlock confidence=certain
import threading
import time


class Cache:
    def __init__(self):
        self._lock = threading.Lock()
        self.store = None
        self.entries = {}

    def put(self, key, value):
        with self._lock:  # <-- here
            self.entries[key] = value
            time.sleep(0.2)
            self.store.save(key)

    def drop(self, key):
        with self._lock:  # <-- here
            self.entries.pop(key, None)


class Store:
    def __init__(self, cache):
        self._guard = threading.Lock()
        self.cache = cache

    def save(self, key):
        with self._guard:  # <-- here
            pass

    def expire(self, key):
        with self._guard:  # <-- here
            time.sleep(0.2)
            self.cache.drop(key)


cache = Cache()
cache.store = Store(cache)
janitor = threading.Thread(target=cache.store.expire, args=("x",), name="janitor", daemon=True)
janitor.start()
print("READY", flush=True)
cache.put("x", 1)
