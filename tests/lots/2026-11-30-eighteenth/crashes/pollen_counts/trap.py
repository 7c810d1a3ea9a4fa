import logging
import random

from grains import Counts

log = logging.getLogger("trap")


class Trap:
    def __init__(self, name, room=1 << 20):
        self.name = name
        self.counts = Counts(room)
        self.marks = {}

    def run(self, minutes, seed):
        rng = random.Random(seed)
        for _ in range(minutes):
            self.counts.add(rng.randrange(90))

    def mark(self, name, first, last):
        """A day or an hour that is asked for again and again."""
        self.marks[name] = self.counts.window(first, last)

    def peaks(self):
        return {name: window.peak() for name, window in self.marks.items()}


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    trap = Trap("roof")
    trap.run(50_000, 1)
    trap.mark("first day", 0, 1440)
    trap.mark("harvest", 20_000, 49_000)
    log.info("%s %s", len(trap.counts), trap.peaks())
    trap.run(1_200_000, 2)
    log.info("%s", len(trap.counts))
    log.info("%s", trap.peaks())


if __name__ == "__main__":
    main()
