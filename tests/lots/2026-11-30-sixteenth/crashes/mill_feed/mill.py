"""A day at the mill."""

import logging
import random

import feed

log = logging.getLogger("mill")
FARMS = ["Alder", "Brook", "Cross"]


class Mill:
    def __enter__(self):
        feed.start()
        self.journal = []
        return self

    def __exit__(self, *_):
        self.ground = feed.stop()

    def grind(self, farm, weight):
        feed.put(weight, farm)
        self.journal.append((farm, weight))

    def grind_split(self, farms, weight):
        """A sack that belongs to several, who share what comes of it."""
        feed.put(weight, tuple((farm, weight / len(farms)) for farm in farms))
        self.journal.extend((farm, weight / len(farms)) for farm in farms)


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    rng = random.Random(8)
    with Mill() as mill:
        for _ in range(150):
            mill.grind(rng.choice(FARMS), rng.uniform(40, 60))
        log.info("%d sacks before noon", len(mill.journal))
        for _ in range(100):
            mill.grind_split(rng.sample(FARMS, 2), rng.uniform(40, 60))
        log.info("%d shares", len(mill.journal))
    log.info("%.0f kg of flour", mill.ground)


if __name__ == "__main__":
    main()
