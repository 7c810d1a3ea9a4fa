"""A raffle: the generator of random numbers is Python's, and is passed to compiled code."""

import numpy as np
from numba import njit


@njit
def draw(rng, tickets, prizes):
    left = np.arange(tickets)
    for at in range(prizes):
        other = at + int(rng.random() * (tickets - at))
        kept = left[at]
        left[at] = left[other]
        left[other] = kept
    return left[:prizes].copy()


@njit
def winnings(rng, prizes, mean):
    out = np.empty(prizes)
    for at in range(prizes):
        out[at] = rng.exponential(mean)
    return np.sort(out)[::-1]


class Raffle:
    def __init__(self, tickets, seed):
        self.tickets = tickets
        self.rng = np.random.default_rng(seed)

    def evening(self, prizes):
        winners = draw(self.rng, self.tickets, prizes)
        return dict(zip(winners.tolist(), winnings(self.rng, prizes, 40.0).round(2)))


if __name__ == "__main__":
    raffle = Raffle(900, 77)
    for evening in range(3):
        prizes = raffle.evening(5)
        print(f"evening {evening}:", ", ".join(f"{t} wins {p}" for t, p in prizes.items()))
