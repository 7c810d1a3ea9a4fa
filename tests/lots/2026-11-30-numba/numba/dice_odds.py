"""Chances in a game of dice, by trying."""

import numpy as np
from numba import njit

rng = np.random.default_rng(2024)


@njit
def roll(count):
    best = 0
    for _ in range(count):
        best = max(best, rng.integers(1, 7))
    return best


@njit
def attacker_wins(attack, defend, games):
    wins = 0
    for _ in range(games):
        if roll(attack) > roll(defend):
            wins += 1
    return wins / games


for attack in (1, 2, 3):
    print(attack, "against 2:", round(attacker_wins(attack, 2, 10_000), 3))
