"""Life on a torus, with two boards in turns."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def turn(board, following):
    rows, columns = board.shape
    alive = 0
    for r in prange(rows):
        up = (r - 1) % rows
        down = (r + 1) % rows
        for c in range(columns):
            left = (c - 1) % columns
            right = (c + 1) % columns
            near = (
                board[up, left] + board[up, c] + board[up, right] + board[r, left]
                + board[r, right] + board[down, left] + board[down, c] + board[down, right]
            )
            lives = near == 3 or (near == 2 and board[r, c] == 1)
            following[r, c] = 1 if lives else 0
            alive += following[r, c]
    return alive


def main():
    board = (np.random.default_rng(7).random((64, 64)) < 0.3).astype(np.int64)
    following = np.zeros_like(board)
    for _ in range(10):
        alive = turn(board, following)
        board, following = following, board
    print(alive == board.sum())


main()
