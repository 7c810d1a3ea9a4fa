"""Passes of a picture: light, shadow and haze are worked out by a pool of their own."""

import concurrent.futures
import math
import time

PASSES = ("light", "shadow", "haze")


class Passes:
    def __init__(self, workers=2):
        self.pool = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="pass")

    def one(self, frame, name):
        end = time.monotonic() + 7 + len(name) / 2
        value = 0.0
        while time.monotonic() < end:
            value += math.sin(frame + value)
            time.sleep(0.05)
        return name, round(value, 3)

    def all(self, frame):
        return [self.pool.submit(self.one, frame, name) for name in PASSES]
