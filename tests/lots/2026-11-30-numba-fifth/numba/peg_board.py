"""Peg solitaire on one line: can a row of pegs be cleared down to one?"""

import time

import numpy as np
from numba import njit


@njit
def moves(row):
    """(from, over, to) of each jump that is possible."""
    found = []
    for at in range(len(row) - 2):
        if row[at] == 1 and row[at + 1] == 1 and row[at + 2] == 0:
            found.append((at, at + 1, at + 2))
        if row[at] == 0 and row[at + 1] == 1 and row[at + 2] == 1:
            found.append((at + 2, at + 1, at))
    return found


@njit
def jump(row, move):
    after = row.copy()
    after[move[0]] = 0
    after[move[1]] = 0
    after[move[2]] = 1
    return after


@njit
def fewest(row):
    """The fewest pegs that can be left, by looking at all positions once."""
    seen = {}
    waiting = [row]
    best = len(row)
    while len(waiting) > 0:
        now = waiting.pop()
        if now in seen:
            continue
        seen[now] = True
        best = min(best, now.sum())
        for move in moves(now):
            waiting.append(jump(now, move))
    return best


class Puzzle:
    def __init__(self, pegs, text):
        self.row = np.array([int(c) for c in text])
        self.pegs = pegs

    def solve(self):
        begun = time.perf_counter()
        left = fewest(self.row)
        return left, time.perf_counter() - begun


if __name__ == "__main__":
    for text in ("0110110", "1101011011", "111011101110"):
        left, seconds = Puzzle(text.count("1"), text).solve()
        print(text, left, f"{seconds:.1f} s")
