"""Single flight: of those who ask for the same key at once, one works it out for all."""

import threading
from concurrent.futures import Future


class Flights:
    def __init__(self):
        self._lock = threading.Lock()
        self._under_way = {}

    def get(self, key, work):
        with self._lock:
            future = self._under_way.get(key)
            leads = future is None
            if leads:
                future = self._under_way[key] = Future()
        if not leads:
            return future.result()
        value = work(key)
        future.set_result(value)
        with self._lock:
            del self._under_way[key]
        return value
