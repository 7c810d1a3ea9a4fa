"""A tombola in which tickets of different colours win with different odds."""

import numpy as np
from numba import njit

PRIZES = np.array([0.0, 2.0, 10.0, 150.0])


@njit
def draw(tickets, odds):
    won = 0.0
    for _ in range(tickets):
        won += np.random.choice(PRIZES, p=odds)
    return won


@njit
def mean_prize(odds):
    return (PRIZES * odds).sum()


def main():
    odds = np.array([0.8, 0.15, 0.045, 0.005])
    print("on average:", round(mean_prize(odds), 3))
    for tickets in (10, 100, 1000):
        print(tickets, draw(tickets, odds) / tickets)


if __name__ == "__main__":
    main()
