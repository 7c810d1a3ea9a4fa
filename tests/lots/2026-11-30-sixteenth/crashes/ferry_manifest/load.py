"""Where the cargo of a ferry stands, and what each berth bears: python load.py LIBRARY"""

import ctypes
import sys

import numpy as np
from numpy.ctypeslib import ndpointer

BERTH = np.dtype([("deck", np.uint8), ("first", np.uint32), ("number", np.uint16)])

library = ctypes.CDLL(sys.argv[1])
library.manifest_weigh.restype = ctypes.c_double
library.manifest_weigh.argtypes = [
    ndpointer(BERTH, ndim=1, flags="C_CONTIGUOUS"),
    ctypes.c_long,
    ndpointer(np.float64, ndim=1, flags="C_CONTIGUOUS"),
    ndpointer(np.float64, ndim=1, flags="C_CONTIGUOUS"),
]


def stow(weights, decks=3, room=40):
    """Fill the berths in order, each with what it has room for."""
    berths = []
    first = 0
    deck = 0
    while first < len(weights):
        number = min(room - 7 * deck, len(weights) - first)
        berths.append((deck + 1, first, number))
        first += number
        deck = (deck + 1) % decks
    return np.array(berths, dtype=BERTH)


def weigh(berths, cargo):
    weights = np.zeros(len(berths))
    heaviest = library.manifest_weigh(berths, len(berths), cargo, weights)
    return heaviest, weights


def main():
    rng = np.random.default_rng(20)
    cargo = rng.gamma(2.0, 900.0, size=3000)
    berths = stow(cargo)
    print(len(berths), "berths for", len(cargo), "pieces", flush=True)
    heaviest, weights = weigh(berths, cargo)
    for deck in np.unique(berths["deck"]):
        print("deck", deck, round(weights[berths["deck"] == deck].sum() / 1000, 1), "t")
    print("heaviest", round(heaviest), "kg")


main()
