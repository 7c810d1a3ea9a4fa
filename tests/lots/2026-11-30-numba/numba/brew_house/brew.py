"""Follow a programme of rests, and print how it went."""

import numpy as np
from mash import follow
from units import celsius


def programme(rests):
    return np.concatenate([np.full(minutes * 6, degrees) for degrees, minutes in rests])


def main():
    rests = [(52.0, 10), (63.0, 35), (celsius(162.0), 20), (78.0, 5)]
    curve, sugar = follow(programme(rests), 1 / 6, 18.0, 0.2)
    print("warmest:", round(curve.max(), 1), "sugar:", round(sugar, 2))


if __name__ == "__main__":
    main()
