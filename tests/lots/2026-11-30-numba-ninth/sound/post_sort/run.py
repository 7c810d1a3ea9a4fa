"""Letters of a day, by their codes."""

import numpy as np
from sorting import Sorter


class Office:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.sorter = Sorter()

    def day(self, letters):
        codes = self.rng.integers(0, 100_000, letters)
        found = self.sorter.sort(codes)
        assert (found == np.sort(codes)).all()
        return int(found[0]), int(found[-1])


def main():
    office = Office(3)
    for letters in (1000, 50_000, 300_000):
        print(letters, office.day(letters))


if __name__ == "__main__":
    main()
