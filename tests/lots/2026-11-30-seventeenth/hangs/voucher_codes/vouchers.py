"""Vouchers with short codes that can be read out over the telephone."""

import contextlib
import random
import threading

LETTERS = "ACFHKTXZ"  # none that sounds like another one


class Refused(Exception):
    pass


class Vouchers:
    def __init__(self, length=2, seed=None):
        self.length = length
        self.rng = random.Random(seed)
        self.lock = threading.Lock()
        self.open = {}
        self.used = set()

    def new_code(self):
        code = "".join(self.rng.choices(LETTERS, k=self.length))
        while code in self.open or code in self.used:
            code = "".join(self.rng.choices(LETTERS, k=self.length))
        return code

    def issue(self, amount):
        with self.lock:
            code = self.new_code()
            self.open[code] = amount
            return code

    @contextlib.contextmanager
    def redeeming(self, code):
        with self.lock:
            if code not in self.open:
                raise Refused(code)
            yield self.open[code]
            del self.open[code]
            self.used.add(code)

    def total(self):
        return sum(self.open.values())
