"""Sound the wells of a village, one after the other."""

import contextlib
import random

from well import Well


@contextlib.contextmanager
def opened(size):
    well = Well(size)
    try:
        yield well
    finally:
        well.close()


def sound(chance, size):
    with opened(size) as well:
        for place in range(size):
            well.set(place, chance.uniform(2, 30))
        return round(well.deepest(), 2)


def main():
    chance = random.Random(8)
    for name in ("mill", "church", "common"):
        print(name, sound(chance, 12), flush=True)


main()
