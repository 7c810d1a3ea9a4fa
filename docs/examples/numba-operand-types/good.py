"""Scores of a game, with the names of the players."""

import numpy as np
from numba import njit


@njit
def board(names, scores):
    lines = [""]
    for name, score in zip(names, scores):
        lines.append(name + ": " + str(score))
    return lines


print(board(("anna", "ben"), np.array([12, 7])))
