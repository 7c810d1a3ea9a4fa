"""A depot: parcels come by lorry and are sorted one by one."""

import logging
import sys
import threading
import time

from belt import Belt

log = logging.getLogger("depot")


class Sorter(threading.Thread):
    def __init__(self, belt):
        super().__init__(name="sorter", daemon=True)
        self.belt = belt
        self.sorted = {}

    def run(self):
        while True:
            parcel = self.belt.take()
            self.sorted.setdefault(parcel % 3, []).append(parcel)
            time.sleep(0.05)


def unload(belt, lorry, parcels):
    for number in range(parcels):
        belt.put(lorry * 100 + number)
        time.sleep(0.01 if lorry < 3 else 0.001)
    log.info("lorry %d is empty", lorry)


def main():
    logging.basicConfig(level=logging.INFO)
    belt = Belt(sys.argv[1])
    sorter = Sorter(belt)
    sorter.start()
    for lorry, parcels in enumerate([4, 6, 7, 30], 1):
        unload(belt, lorry, parcels)
        time.sleep(0.5)
    print({shelf: len(parcels) for shelf, parcels in sorter.sorted.items()})


if __name__ == "__main__":
    main()
