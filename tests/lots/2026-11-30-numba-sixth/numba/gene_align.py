"""How well do two stretches of a genome fit, with gaps? (Smith and Waterman's table.)"""

import numpy as np
from numba import njit, prange

LETTERS = "ACGT"
MATCH, MISMATCH, GAP = 3, -2, -2


@njit
def weight(a, b):
    return MATCH if a == b else MISMATCH


@njit(parallel=True)
def table_of(first, second):
    rows, columns = len(first) + 1, len(second) + 1
    score = np.zeros((rows, columns), dtype=np.int64)
    for row in range(1, rows):
        letter = first[row - 1]
        for column in prange(1, columns):
            best = score[row - 1, column - 1] + weight(letter, second[column - 1])
            best = max(best, score[row - 1, column] + GAP)
            best = max(best, score[row, column - 1] + GAP)
            score[row, column] = max(best, 0)
    return score


@njit
def trace_back(score, first, second):
    row, column = 0, 0
    for y in range(score.shape[0]):
        for x in range(score.shape[1]):
            if score[y, x] > score[row, column]:
                row, column = y, x
    length = 0
    while row > 0 and column > 0 and score[row, column] > 0:
        here = score[row, column]
        if here == score[row - 1, column - 1] + weight(first[row - 1], second[column - 1]):
            row, column = row - 1, column - 1
        elif here == score[row - 1, column] + GAP:
            row -= 1
        else:
            column -= 1
        length += 1
    return length


def encoded(text):
    return np.array([LETTERS.index(letter) for letter in text], dtype=np.int8)


def sequence(rng, length):
    return "".join(rng.choice(list(LETTERS), length))


def main():
    rng = np.random.default_rng(77)
    gene = sequence(rng, 700)
    for cuts in (0, 20, 60):
        kept = [letter for at, letter in enumerate(gene) if cuts == 0 or at % cuts]
        first, second = encoded(gene), encoded(kept)
        score = table_of(first, second)
        print(cuts, int(score.max()), trace_back(score, first, second))


if __name__ == "__main__":
    main()
