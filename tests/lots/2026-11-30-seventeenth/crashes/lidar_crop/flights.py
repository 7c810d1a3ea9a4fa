import argparse
import tempfile

import numpy as np

import clean
from store import Store


def fly(seed, number):
    rng = np.random.default_rng(seed)
    points = rng.uniform(0, 1000, (number, 3))
    points[:, 2] /= 40
    return points


class Campaign:
    def __init__(self, store, names):
        self.store = store
        self.names = names

    def record(self, number):
        for seed, name in enumerate(self.names):
            self.store.save(name, fly(seed, number))

    def lift(self, metres):
        for name in self.names:
            self.store.save(name, clean.lifted(self.store.load(name), metres))

    def crop(self, share):
        for name in self.names:
            before = self.store.size(name)
            self.store.save(name, clean.head(self.store.load(name), share))
            print(f"{name}: {before} -> {self.store.size(name)} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=400_000)
    parser.add_argument("--share", type=float, default=0.6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Store(folder), ["dune", "spit", "marsh"])
        campaign.record(options.points)
        campaign.lift(1.7)
        campaign.crop(options.share)
        ground = clean.shape_of_ground(campaign.store.load("dune"), 25)
        print(len(ground), "cells")


if __name__ == "__main__":
    main()
