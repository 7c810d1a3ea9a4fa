"""Twins among the covers, season by season, and how much the mean cover moves."""

import logging

import numpy as np

from catalogue import season

SIZE = 96
log = logging.getLogger("seasons")


def deliveries(rng, number):
    for at in range(number):
        count = 70_000
        yield [f"cover {at}/{i}" for i in range(count)], rng.random((count, SIZE), dtype=np.float32)


class Drift:
    """Compares the covers of a season with those of the one before."""

    def __init__(self):
        self.before = None

    def measure(self, vectors):
        moved = None
        if self.before is not None:
            number = min(len(self.before), len(vectors))
            moved = float(np.abs(self.before[:number] - vectors[:number]).mean())
        self.before = vectors
        return moved


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    rng = np.random.default_rng(20)
    drift = Drift()
    for name, number in (("spring", 5), ("autumn", 1)):
        with season(name, SIZE) as catalogue:
            for titles, vectors in deliveries(rng, number):
                catalogue.extend(titles, vectors)
            print(name, "drift:", drift.measure(catalogue.vectors()), flush=True)
            print(name, "twins:", catalogue.twins(catalogue.vectors()[17].copy()), flush=True)
            del catalogue


if __name__ == "__main__":
    main()
