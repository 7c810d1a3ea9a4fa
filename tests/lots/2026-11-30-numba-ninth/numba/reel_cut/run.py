"""The brightest scene of each reel of an archive."""

import numpy as np
from reel_cut_names import NAMES
from cutting import Reel


class Archive:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.reels = [Reel(name, rng.random(2400) * (1 + at)) for at, name in enumerate(NAMES)]

    def scenes(self, length):
        for reel in self.reels:
            yield reel.name, reel.scene(length, fast=len(reel.frames) > 2000)


def main():
    for name, (begin, end) in Archive(17).scenes(96):
        print(f"{name:12} {begin:5} to {end:5}")


if __name__ == "__main__":
    main()
