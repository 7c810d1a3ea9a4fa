"""A square board is mirrored at its diagonal, in place."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def mirror(board):
    size = board.shape[0]
    for y in prange(size):
        for x in range(y + 1, size):
            kept = board[y, x]
            board[y, x] = board[x, y]
            board[x, y] = kept


board = np.random.default_rng(1).integers(0, 9, (301, 301))
before = board.copy()
mirror(board)
assert (board == before.T).all()
print(board[:3, :5])
