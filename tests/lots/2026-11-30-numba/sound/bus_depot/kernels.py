"""What is counted on each run of a bus; runs are independent of each other."""

import numpy as np
from numba import njit, prange


@njit
def leaves(on_board, stop, stops):
    return on_board * (stop + 1) // stops


@njit(parallel=True, cache=False)
def loads(riders, seats):
    runs, stops = riders.shape
    fullest = np.zeros(runs, dtype=np.int64)
    standing = 0
    for run in prange(runs):
        on_board = 0
        for stop in range(stops):
            on_board -= leaves(on_board, stop, stops)
            on_board += riders[run, stop]
            if on_board > fullest[run]:
                fullest[run] = on_board
        if fullest[run] > seats:
            standing += 1
    return fullest, standing
