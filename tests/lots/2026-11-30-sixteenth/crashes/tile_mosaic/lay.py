"""Lay a mosaic, and choose the stone for its middle."""

import random

from mosaic import Mosaic

COLOURS = ["ochre", "slate", "a blue from the coast of the northern sea", "white"]


def lay(number, seed):
    rng = random.Random(seed)
    mosaic = Mosaic(number)
    for index in range(number):
        stone = mosaic.at(index)
        stone.colour = rng.choice(COLOURS)
        stone.size = rng.uniform(0.5, 2)
    return mosaic


def describe(mosaic):
    stone = mosaic.largest()
    return f"{stone.colour}, {stone.size:.2f} cm"


for seed in range(1, 4):
    mosaic = lay(400, seed)
    print(f"mosaic {seed}: {mosaic.area():.0f} square cm", flush=True)
    print("  middle:", describe(mosaic), flush=True)
