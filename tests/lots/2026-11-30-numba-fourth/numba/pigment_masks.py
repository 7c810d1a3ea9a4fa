"""Sets of pigments as masks of bits: which palettes share a pigment?"""

import numpy as np
from numba import njit


@njit
def mask_of(pigments):
    mask = 0
    for pigment in pigments:
        mask |= 1 << pigment
    return mask


@njit
def common(a, b):
    return mask_of(a) & mask_of(b)


@njit
def lightest(values):
    best = values[0]
    for value in values:
        best = max(best, value)
    return best


class Palette:
    def __init__(self, name, pigments):
        self.name = name
        self.pigments = np.array(pigments, dtype=np.int64)

    def shares(self, other):
        return common(self.pigments, other.pigments) != 0


class Collection:
    def __init__(self, palettes):
        self.palettes = palettes

    def pairs(self):
        for at, one in enumerate(self.palettes):
            for other in self.palettes[:at]:
                yield one, other

    def table(self):
        for one, other in self.pairs():
            word = "share" if one.shares(other) else "do not share"
            print(f"{one.name} and {other.name} {word} a pigment")


def main():
    print("lightest:", lightest(np.array([0.3, 0.8, 0.6])))
    Collection(
        [
            Palette("spring", [3, 11, 40]),
            Palette("autumn", [7, 75, 90]),
            Palette("winter", [12, 26, 61]),
        ]
    ).table()


if __name__ == "__main__":
    main()
