"""Two hundred batches of dough, in float32 for the display and in float64 for the book."""

import time

import numpy as np
from dough import batch


class Bakery:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.book = []

    def warm_up(self):
        for kind in (np.float32, np.float64):
            batch(np.ones(1, dtype=kind), 1.0, 24.0, 1)

    def bake(self, loaves):
        volumes = self.rng.uniform(0.9, 1.1, loaves)
        yeast = float(self.rng.integers(1, 4))
        warmth = float(self.rng.integers(20, 30))
        shown = batch(volumes.astype(np.float32), yeast, warmth, 240)
        exact = batch(volumes, yeast, warmth, 240)
        self.book.append(float(exact.mean()))
        return float(abs(shown - exact).max())


    def means(self):
        return np.array(self.book).reshape(-1, 20).mean(axis=1)


def main():
    bakery = Bakery(3)
    bakery.warm_up()
    begin = time.perf_counter()
    worst = max(bakery.bake(60) for _ in range(200))
    print(len(bakery.book), "batches", worst < 1e-3, time.perf_counter() - begin < 60)
    print(bakery.means().round(2))


if __name__ == "__main__":
    main()
