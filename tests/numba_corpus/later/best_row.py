import numpy as np
from numba import njit


@njit
def best(table):
    winner = 0.0  # fails: numba-cannot-unify: 0.0
    score = -1.0
    for row in table:
        if row.sum() > score:
            score = row.sum()
            winner = row
    return winner


print(best(np.random.rand(3, 4)))
