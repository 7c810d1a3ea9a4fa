"""Ring for some hours, quickly: python townhall.py LIBRARY"""

import sys
import threading
import time

from tower import Tower


class Pigeons(threading.Thread):
    """They come back when it has been quiet."""

    def __init__(self):
        super().__init__(name="pigeons", daemon=True)
        self.scared = threading.Event()
        self.flights = 0

    def run(self):
        while True:
            self.scared.wait()
            self.flights += 1
            time.sleep(0.2)
            self.scared.clear()


class TownHall(Tower):
    def __init__(self, path, pigeons):
        self.rung = 0
        self.pigeons = pigeons
        super().__init__(path)

    def on_quarter(self, hour, quarter):
        print("ding" * quarter, flush=True)
        self.rung += quarter
        self.pigeons.scared.set()


class Church(TownHall):
    def on_hour(self, hour, _):
        print("dong " * hour, flush=True)
        self.rung += hour


pigeons = Pigeons()
pigeons.start()
for kind in (Church, TownHall):
    tower = kind(sys.argv[1], pigeons)
    print(kind.__name__, flush=True)
    tower.run(60, 8)
    print(tower.rung, "strokes,", pigeons.flights, "flights", flush=True)
