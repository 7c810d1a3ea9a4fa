"""Readings of the gauges, brought by threads that ask the stations."""

import concurrent.futures
import random
import time

STATIONS = ["bridge", "weir", "mill", "mouth"]


class Stations:
    def __init__(self):
        self.pool = concurrent.futures.ThreadPoolExecutor(4, "station")
        self.rng = random.Random(3)

    def ask(self, station):
        time.sleep(0.2)
        return station, round(self.rng.uniform(0.4, 2.6), 2)

    def ask_all(self, then):
        """Calls then(levels), in a thread of the pool, when all have answered."""

        def gather():
            then(dict(map(self.ask, STATIONS)))

        return self.pool.submit(gather)
