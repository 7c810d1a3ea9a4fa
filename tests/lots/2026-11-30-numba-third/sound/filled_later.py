"""An array that begins empty and is filled to the last element before it is read."""

import numpy as np
from numba import njit


@njit
def counted(seen, kinds):
    out = np.empty(kinds, np.int64)
    for kind in range(kinds):
        out[kind] = 0
    for kind in seen:
        out[kind] += 1
    return out


@njit
def merged(first, second):
    out = np.empty(first.size + second.size)
    a = b = 0
    for at in range(out.size):
        if b == second.size or (a < first.size and first[a] <= second[b]):
            out[at] = first[a]
            a += 1
        else:
            out[at] = second[b]
            b += 1
    return out


@njit
def triangle(size):
    out = np.empty((size, size), np.int64)
    for row in range(size):
        for column in range(size):
            if column == 0 or column == row:
                out[row, column] = 1
            elif column > row:
                out[row, column] = 0
            else:
                out[row, column] = out[row - 1, column - 1] + out[row - 1, column]
    return out


def main():
    rng = np.random.default_rng(10)
    seen = rng.integers(0, 6, 1000)
    assert (counted(seen, 6) == np.bincount(seen, minlength=6)).all()
    first, second = np.sort(rng.random(300)), np.sort(rng.random(200))
    assert (merged(first, second) == np.sort(np.concatenate([first, second]))).all()
    assert (triangle(20).sum(axis=1) == 2 ** np.arange(20)).all()
    print(triangle(6)[-1])


if __name__ == "__main__":
    main()
