import collections
import datetime
import logging
import random
import threading

from scheduler import Scheduler

log = logging.getLogger("jobs")


class Shelves:
    def __init__(self):
        self.random = random.Random(7)
        self.stock = {"rye": 40, "spelt": 25, "oats": 12}
        self.ordered = collections.Counter()

    def sell(self):
        grain = self.random.choice(sorted(self.stock))
        self.stock[grain] = max(0, self.stock[grain] - 9)

    def low(self):
        return [grain for grain, left in self.stock.items() if left < 10]


class ShelfJobs:
    def __init__(self, shelves):
        self.shelves = shelves
        self.schedule = Scheduler(n_threads=2)
        self.watching = {}

    def install(self):
        second = datetime.timedelta(seconds=1)
        self.schedule.cyclic(second / 4, self.shelves.sell)
        self.schedule.cyclic(second, self.look)

    def look(self):
        for grain in self.shelves.low():
            if grain not in self.watching:
                log.info("%s runs low", grain)
                wait = datetime.timedelta(seconds=1)
                self.watching[grain] = self.schedule.once(wait, self.order, args=(grain,))

    def order(self, grain):
        arrived = threading.Event()
        wait = datetime.timedelta(seconds=2)
        self.schedule.once(wait, self.deliver, args=(grain, arrived))
        arrived.wait()
        log.info("%s is here", grain)
        del self.watching[grain]

    def deliver(self, grain, arrived):
        self.shelves.ordered[grain] += 50
        self.shelves.stock[grain] += 50
        arrived.set()
