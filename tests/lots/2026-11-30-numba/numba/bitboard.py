"""Perft-like counts of rook moves, on boards of 64 bits."""

import numpy as np
from numba import njit

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


def board_of(squares):
    board = 0
    for square in squares:
        board |= 1 << square
    return np.uint64(board)


@njit
def file_of(square):
    return square % 8


@njit
def rank_of(square):
    return square // 8


@njit
def popcount(board):
    count = 0
    for square in range(64):
        if (board >> np.uint64(square)) & np.uint64(1):
            count += 1
    return count


@njit
def without(board, gone):
    for square in gone:
        board = board & ~(1 << square)
    return board


@njit
def reach(square, occupied):
    moves = np.uint64(0)
    for step_file, step_rank in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        at_file = file_of(square) + step_file
        at_rank = rank_of(square) + step_rank
        while 0 <= at_file < 8 and 0 <= at_rank < 8:
            bit = np.uint64(1) << np.uint64(8 * at_rank + at_file)
            moves |= bit
            if occupied & bit:
                break
            at_file += step_file
            at_rank += step_rank
    return moves


@njit
def mobility(rooks, occupied, captured):
    left = without(occupied, captured)
    total = 0
    for rook in rooks:
        total += popcount(reach(rook, left))
    return total


def main():
    rooks = np.array([0, 7, 35])
    pawns = [8, 9, 14, 15, 34, 36, 43, 27, 51]
    occupied = board_of(list(rooks) + pawns)
    print("pieces:", popcount(occupied))
    print("moves:", mobility(rooks, occupied, np.array([34, 36])))


if __name__ == "__main__":
    main()
