"""Polynomials fitted to short profiles, by normal equations that are solved in place."""

from typing import NamedTuple

import numpy as np
from numba import njit, prange


class Workspace(NamedTuple):
    normal: np.ndarray
    right: np.ndarray
    powers: np.ndarray


def workspace(terms):
    return Workspace(np.zeros((terms, terms)), np.zeros(terms), np.zeros(2 * terms))


@njit
def accumulate(work, xs, ys):
    terms = len(work.right)
    work.normal[:] = 0.0
    work.right[:] = 0.0
    for at in range(len(xs)):
        power = 1.0
        for term in range(2 * terms):
            work.powers[term] = power
            power *= xs[at]
        for row in range(terms):
            work.right[row] += work.powers[row] * ys[at]
            for column in range(terms):
                work.normal[row, column] += work.powers[row + column]


@njit
def solve(work):
    terms = len(work.right)
    for pivot in range(terms):
        for row in range(pivot + 1, terms):
            share = work.normal[row, pivot] / work.normal[pivot, pivot]
            for column in range(pivot, terms):
                work.normal[row, column] -= share * work.normal[pivot, column]
            work.right[row] -= share * work.right[pivot]
    for row in range(terms - 1, -1, -1):
        for column in range(row + 1, terms):
            work.right[row] -= work.normal[row, column] * work.right[column]
        work.right[row] /= work.normal[row, row]


@njit
def fit(work, xs, ys):
    accumulate(work, xs, ys)
    solve(work)
    return work.right[1]


@njit(parallel=True)
def slopes(xs, profiles, work):
    found = np.empty(len(profiles))
    for at in prange(len(profiles)):
        found[at] = fit(work, xs, profiles[at])
    return found
