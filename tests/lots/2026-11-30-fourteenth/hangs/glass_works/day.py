"""A day in the glass works.

    python day.py --blowers 3
"""

import argparse
import logging
import threading
import time

from blowers import Apprentice, Blower
from turnstile import FairLock

ORDER = [("bowl", 900), ("carafe", 1400), ("tumbler", 300), ("vase", 1800), ("bead", 60)]


class Clock(threading.Thread):
    def __init__(self, shelf):
        super().__init__(name="clock", daemon=True)
        self.shelf = shelf

    def run(self):
        while True:
            time.sleep(2)
            logging.debug("%d pieces on the shelf", len(self.shelf))


def staff(number, furnace, shelf):
    for n in range(number):
        yield Blower(f"blower {n}", furnace, ORDER[n:] + ORDER[:n], shelf)
    yield Apprentice("apprentice", furnace, [("bead", 60)] * 4, shelf)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blowers", type=int, default=3)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    shelf = []
    furnace = FairLock("furnace")
    Clock(shelf).start()
    people = list(staff(options.blowers, furnace, shelf))
    for person in people:
        person.start()
    for person in people:
        person.join()
    print(len(shelf), "pieces")


if __name__ == "__main__":
    main()
