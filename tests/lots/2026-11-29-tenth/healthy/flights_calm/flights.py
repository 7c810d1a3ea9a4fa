"""Single flight, done well: followers get the leader's exception, too."""

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
        if leads:
            try:
                future.set_result(work(key))
            except Exception as error:
                future.set_exception(error)
            finally:
                with self._lock:
                    del self._under_way[key]
        return future.result()
