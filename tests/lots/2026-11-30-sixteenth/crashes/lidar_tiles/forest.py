"""How high the trees of a forest are, from tiles of a flight."""

import logging

import numpy as np

from tiles import Tile

log = logging.getLogger("forest")


class Flight:
    """Tiles of a flight, each as an array without a copy."""

    def __init__(self, *sizes):
        self.sizes = sizes

    def __iter__(self):
        for seed, (rows, columns) in enumerate(self.sizes, start=3):
            yield np.from_dlpack(Tile(rows, columns, seed))


def canopy(heights, block=8):
    rows, columns = (size // block * block for size in heights.shape)
    blocks = heights[:rows, :columns].reshape(rows // block, block, columns // block, block)
    return blocks.max(axis=(1, 3)) - blocks.min(axis=(1, 3))


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    trees = []
    for heights in Flight((6000, 6000), (4096, 8192)):
        log.info("%d x %d", *heights.shape)
        trees.append(float(canopy(heights).mean()))
    log.info("mean %.2f m", sum(trees) / len(trees))


if __name__ == "__main__":
    main()
