"""Votes of many booths, counted by party."""

import numpy as np
from numba import njit, prange, types
from numba.typed import Dict

PARTIES = (3, 7, 11, 20, 31)


def empty_tally():
    tally = Dict.empty(types.int64, types.int64)
    for party in PARTIES:
        tally[party] = 0
    return tally


@njit
def is_valid(ballot, booth_open):
    return ballot > 0 and booth_open


@njit(parallel=True)
def count(ballots, is_open, tally):
    for at in prange(ballots.size):
        if is_valid(ballots[at], is_open[at]):
            tally[ballots[at]] += 1


def election(voters, seed=8):
    rng = np.random.default_rng(seed)
    ballots = rng.choice(np.array(PARTIES + (-1,)), voters, p=[0.3, 0.2, 0.2, 0.15, 0.1, 0.05])
    return ballots, rng.random(voters) < 0.99


if __name__ == "__main__":
    tally = empty_tally()
    ballots, is_open = election(300_000)
    count(ballots, is_open, tally)
    for party in PARTIES:
        print(f"list {party:2}: {tally[party]}")
