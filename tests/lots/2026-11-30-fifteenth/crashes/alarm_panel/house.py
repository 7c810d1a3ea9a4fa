"""An alarm panel: zones report, listeners hear."""

import logging
import sys
import threading
import time

from listeners import Diary, Siren
from panel import Panel


class House:
    def __init__(self, zones):
        self.zones = zones
        self.panel = Panel()
        self.diary = Diary()
        self.panel.add(self.diary)

    def arm(self, least):
        self.panel.add(Siren(least))

    def watch(self, rounds):
        for number in range(rounds):
            for index, zone in enumerate(self.zones):
                self.panel.report(zone, (number * 7 + index * 3) % 10)
            time.sleep(0.05)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    house = House(["hall", "cellar", "attic"])
    house.watch(2)
    print(dict(house.diary.counts), flush=True)
    house.arm(8)
    guard = threading.Thread(target=house.watch, args=(20,), name="guard")
    guard.start()
    guard.join()
    print(dict(house.diary.counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
