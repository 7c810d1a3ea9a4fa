"""In how many of the hands of a card game does somebody hold all the trumps?"""

import math

import numpy as np
from numba import njit


@njit
def hands(cards, held):
    return math.comb(cards, held)


@njit
def chance(cards, held, trumps):
    if trumps > held:
        return 0.0
    return hands(cards - trumps, held - trumps) / hands(cards, held)


@njit
def table(cards, held, most):
    out = np.empty(most + 1)
    for trumps in range(most + 1):
        out[trumps] = chance(cards, held, trumps)
    return out


def main():
    for cards, held in ((36, 9), (52, 13)):
        print(cards, held, table(cards, held, 4).round(5))


main()
