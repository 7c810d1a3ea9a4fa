"""Columns of a scanned page, each stretched to its own range of grey."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def stretched(page):
    out = np.empty(page.shape)
    ink = np.zeros(page.shape[1], dtype=np.int64)
    for column in prange(page.shape[1]):
        low = page[:, column].min()
        high = page[:, column].max()
        out[:, column] = (page[:, column] - low) / (high - low)
        for row in range(page.shape[0]):
            if out[row, column] < 0.3:
                ink[column] += 1
    return out, ink


@njit(parallel=True)
def sorted_columns(page):
    for column in prange(page.shape[1]):
        page[:, column] = np.sort(page[:, column])


class Scanner:
    def __init__(self, rows, columns, seed=8):
        rng = np.random.default_rng(seed)
        self.page = rng.uniform(20.0, 250.0, (rows, columns))

    def plain(self):
        low, high = self.page.min(axis=0), self.page.max(axis=0)
        return (self.page - low) / (high - low)


def main():
    scanner = Scanner(300, 400)
    out, ink = stretched(scanner.page)
    print(bool(np.allclose(out, scanner.plain())), int(ink.sum()) == int((out < 0.3).sum()))
    expected = np.sort(out, axis=0)
    sorted_columns(out)
    print(bool(np.array_equal(out, expected)))


if __name__ == "__main__":
    main()
