"""Whether one may dive at a reef, by the waves of its buoy."""

import logging
import random

from reef import Reef

log = logging.getLogger("dive")


class Log:
    """Keeps each wave with what was measured before and after it."""

    def __init__(self):
        self.first = self.last = None
        self.number = 0

    def add(self, mean):
        entry = {"mean": mean, "before": self.last}
        if self.last:
            self.last["after"] = entry
        self.first = self.first or entry
        self.last = entry
        self.number += 1


def watch(name, waves, seed, calm=1.2):
    rng = random.Random(seed)
    reef = Reef(name)
    book = Log()
    for _ in range(waves):
        book.add(reef.wave(rng.weibullvariate(1.1, 2)))
    log.info("%s: %.2f m after %d waves", name, book.last["mean"], book.number)
    return book.last["mean"] < calm


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    reefs = {"Long Bank": 200, "Gull Rock": 400, "Outer Shelf": 30_000}
    good = [name for seed, (name, waves) in enumerate(reefs.items()) if watch(name, waves, seed)]
    log.info("dive at %s", ", ".join(good))


if __name__ == "__main__":
    main()
