"""Which two climbers should share a rope? Those whose weights are nearest, within a limit."""

import numpy as np
from numba import njit


@njit
def matches(a, b, limit):
    return abs(a - b) <= limit


@njit
def closest(weights, free, limit):
    pair = None
    nearest = np.inf
    for a in range(weights.size):
        for b in range(a):
            gap = abs(weights[a] - weights[b])
            if free[a] and free[b] and matches(weights[a], weights[b], limit) and gap < nearest:
                nearest = gap
                pair = (b, a)
    return pair


@njit
def ropes(weights, limit, most):
    free = np.ones(weights.size, np.bool_)
    heaviest = 0.0
    for _ in range(most):
        pair = closest(weights, free, limit)
        first = pair[0]
        second = pair[1]
        free[first] = free[second] = False
        heaviest = max(heaviest, weights[first] + weights[second])
    return free.sum(), heaviest


@njit
def teams(weights, count):
    """Members dealt out by weight, to and fro, so that teams are about as heavy."""
    order = np.argsort(weights)
    sums = np.zeros(count)
    for at in range(order.size):
        turn = at // count
        team = at % count
        sums[team if turn % 2 == 0 else count - 1 - team] += weights[order[at]]
    return sums


class Club:
    def __init__(self, members, seed):
        self.weights = np.random.default_rng(seed).normal(74, 11, members)

    def evening(self, limit):
        return ropes(self.weights, limit, self.weights.size // 4)


def main():
    club = Club(24, 3)
    print("teams:", teams(club.weights, 4).round(0))
    left, heaviest = club.evening(8.0)
    print(f"{left} without a partner, heaviest rope {heaviest:.1f} kg")


if __name__ == "__main__":
    main()
