"""The best alignment of each pattern, then the best of all."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def best_matches(text, patterns):
    count, length = patterns.shape
    score = np.full(count, -1)
    offset = np.full(count, -1)
    highest = -1
    for p in prange(count):
        best = -1
        for start in range(text.size - length + 1):
            same = 0
            for k in range(length):
                if text[start + k] == patterns[p, k]:
                    same += 1
            if same > best:
                best = same
                offset[p] = start
        score[p] = best
        highest = max(highest, best)
    winner = -1
    for p in range(count):
        if score[p] == highest and winner < 0:
            winner = p
    return winner, score, offset


def main():
    rng = np.random.default_rng(8)
    winner, score, offset = best_matches(rng.integers(0, 4, 400), rng.integers(0, 4, (20, 12)))
    print(score[winner] == score.max(), offset.min() >= 0)


main()
