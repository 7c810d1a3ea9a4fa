"""Ants that look for the shorter of some ways, and what they leave behind on it."""

import numpy as np
import settings
from numba import njit


@njit
def choose(trails, lengths):
    weights = trails / lengths
    pick = np.random.random() * weights.sum()
    for way in range(weights.size):
        pick -= weights[way]
        if pick <= 0:
            return way
    return weights.size - 1


@njit
def fade(trails):
    for way in range(trails.size):
        trails[way] *= 1.0 - settings.EVAPORATION


@njit
def march(lengths, rounds, ants, seed):
    np.random.seed(seed)
    trails = np.ones(lengths.size)
    for _ in range(rounds):
        walked = np.zeros(lengths.size)
        for _ in range(ants):
            way = choose(trails, lengths)
            walked[way] += 1.0 / lengths[way]
        fade(trails)
        trails += walked
    return trails / trails.sum()


def shares(lengths, rounds):
    return march(np.asarray(lengths), rounds, settings.ANTS, settings.SEED)
