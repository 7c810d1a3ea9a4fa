"""The median size of grains around each place of a core of rock, by a window that is sorted.

The windows are sorted in scratch rows, one a thread, so that nothing is allocated inside.
"""

import numpy as np
from numba import get_num_threads, get_thread_id, njit, prange


@njit
def sort_into(scratch, sizes, first, last):
    for at in range(first, last):
        value = sizes[at]
        place = at - first
        while place > 0 and scratch[place - 1] > value:
            scratch[place] = scratch[place - 1]
            place -= 1
        scratch[place] = value
    return last - first


@njit(parallel=True)
def medians(sizes, reach):
    out = np.empty(len(sizes))
    scratch = np.empty((get_num_threads(), 2 * reach + 1))
    for at in prange(len(sizes)):
        mine = scratch[get_thread_id()]
        first = max(0, at - reach)
        last = min(len(sizes), at + reach + 1)
        count = sort_into(mine, sizes, first, last)
        if count % 2:
            out[at] = mine[count // 2]
        else:
            out[at] = 0.5 * (mine[count // 2 - 1] + mine[count // 2])
    return out


class Core:
    def __init__(self, length, seed):
        self.sizes = np.random.default_rng(seed).lognormal(0, 0.6, length)

    def smooth(self, reach):
        return medians(self.sizes, reach)

    def by_hand(self, reach):
        size = len(self.sizes)
        return np.array(
            [np.median(self.sizes[max(0, at - reach) : at + reach + 1]) for at in range(size)]
        )


def main():
    core = Core(3000, 6)
    for reach in (2, 10, 25):
        smooth = core.smooth(reach)
        assert np.allclose(smooth, core.by_hand(reach))
        print(reach, smooth[:4].round(3))


if __name__ == "__main__":
    main()
