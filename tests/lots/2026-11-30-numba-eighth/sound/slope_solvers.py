"""Polynomials fitted to profiles, with a workspace that each iteration makes."""

from typing import NamedTuple

import numpy as np
from numba import njit, prange


class Workspace(NamedTuple):
    normal: np.ndarray
    right: np.ndarray


@njit
def fit(work, xs, ys):
    terms = len(work.right)
    for at in range(len(xs)):
        for row in range(terms):
            work.right[row] += xs[at] ** row * ys[at]
            for column in range(terms):
                work.normal[row, column] += xs[at] ** (row + column)
    return np.linalg.solve(work.normal, work.right)


@njit(parallel=True)
def slopes(xs, profiles):
    found = np.empty((len(profiles), 3))
    for at in prange(len(profiles)):
        work = Workspace(np.zeros((3, 3)), np.zeros(3))
        found[at] = fit(work, xs, profiles[at])
    return found


def main():
    xs = np.linspace(-1, 1, 30)
    truth = np.random.default_rng(2).normal(0, 1, (4000, 3))
    found = slopes(xs, truth @ np.array([xs**0, xs, xs**2]))
    assert np.allclose(found, truth)
    print(found[0].round(4))


if __name__ == "__main__":
    main()
