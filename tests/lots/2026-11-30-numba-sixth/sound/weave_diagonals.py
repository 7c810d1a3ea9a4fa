"""How far apart are two weaving patterns? The table is filled diagonal by diagonal.

All cells of one diagonal are filled at once; each needs cells of the two diagonals before
it alone.
"""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def distance(first, second):
    rows, columns = len(first) + 1, len(second) + 1
    table = np.empty((rows, columns), dtype=np.int64)
    table[:, 0] = np.arange(rows)
    table[0, :] = np.arange(columns)
    for diagonal in range(2, rows + columns - 1):
        top = max(1, diagonal - columns + 1)
        bottom = min(rows - 1, diagonal - 1)
        for row in prange(top, bottom + 1):
            column = diagonal - row
            changed = table[row - 1, column - 1]
            if first[row - 1] != second[column - 1]:
                changed += 1
            added = table[row, column - 1] + 1
            left_out = table[row - 1, column] + 1
            table[row, column] = min(changed, min(added, left_out))
    return table[rows - 1, columns - 1]


def by_hand(first, second):
    line = list(range(len(second) + 1))
    for row, a in enumerate(first, 1):
        before, line = line, [row]
        for column, b in enumerate(second, 1):
            line.append(min(before[column - 1] + (a != b), before[column] + 1, line[-1] + 1))
    return line[-1]


class Pattern:
    def __init__(self, threads, colours, seed):
        rng = np.random.default_rng(seed)
        self.threads = rng.integers(0, colours, threads).astype(np.int8)
        self.rng = rng

    def worn(self, share):
        kept = self.rng.random(len(self.threads)) > share
        return self.threads[kept]


def main():
    pattern = Pattern(300, 6, 8)
    for share in (0.0, 0.1, 0.4):
        worn = pattern.worn(share)
        far = distance(pattern.threads, worn)
        assert far == by_hand(pattern.threads, worn)
        print(share, len(worn), int(far))


if __name__ == "__main__":
    main()
