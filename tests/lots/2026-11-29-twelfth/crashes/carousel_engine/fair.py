"""An evening at the fair: python fair.py LIBRARY"""

import argparse
import logging

from engine import load
from rides import Ride, TooHeavy

log = logging.getLogger("fair")


class Fair:
    def __init__(self, library):
        self.library = library
        self.refused = 0

    def evening(self, groups):
        for number, group in enumerate(groups):
            ride = Ride(self.library)
            for name, kilograms in group.items():
                ride.board(name, kilograms)
            try:
                log.info("ride %d: %d turns", number, ride.go(1))
            except TooHeavy as error:
                log.warning("ride %d is too heavy: %s", number, error)
                self.refused += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    fair = Fair(load(options.library))
    fair.evening([{"Ida": 31, "Max": 44}, {"school": 1250}, {"Eva": 27}])
    print(fair.refused, "were refused")


if __name__ == "__main__":
    main()
