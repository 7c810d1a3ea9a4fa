"""The best matches in a signal: each block keeps its own, and they are put together behind."""

import numpy as np
from numba import njit, prange


@njit
def offer(kept, score):
    at = 0
    if score <= kept[0]:
        return
    while at + 1 < len(kept) and kept[at + 1] < score:
        kept[at] = kept[at + 1]
        at += 1
    kept[at] = score


@njit(parallel=True)
def best(scores, keep, blocks):
    kept = np.full((blocks, keep), -np.inf)
    size = (len(scores) + blocks - 1) // blocks
    for block in prange(blocks):
        mine = kept[block]
        for at in range(block * size, min((block + 1) * size, len(scores))):
            offer(mine, scores[at])
    return np.sort(kept.ravel())[-keep:]


def main():
    scores = np.random.default_rng(5).normal(0, 1, 300_001)
    found = best(scores, 20, 7)
    assert np.array_equal(found, np.sort(scores)[-20:])
    print(found[-3:])


if __name__ == "__main__":
    main()
