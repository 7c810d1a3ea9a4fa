"""Look-ups with a short-lived cache, done in threads so that several may be under way."""

import time
from concurrent.futures import ThreadPoolExecutor


class Lookups:
    def __init__(self, ask, keep=60):
        self.ask = ask
        self.keep = keep
        self.known = {}
        self.pool = ThreadPoolExecutor(2, thread_name_prefix="lookup")

    def get(self, key):
        value, until = self.known.get(key, (None, 0))
        if time.monotonic() > until:
            value = self.pool.submit(self.ask, key).result()
            self.known[key] = value, time.monotonic() + self.keep
        return value
