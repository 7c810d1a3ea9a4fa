"""Two channels woven to one, and taken apart again."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def woven(left, right):
    out = np.empty(2 * left.size)
    for at in prange(left.size):
        out[2 * at] = left[at]
        out[2 * at + 1] = right[at]
    return out


@njit(parallel=True)
def mirrored(track):
    half = track.size // 4
    for at in prange(half):
        low = 2 * at
        high = track.size - 2 - 2 * at
        for channel in range(2):
            kept = track[low + channel]
            track[low + channel] = track[high + channel]
            track[high + channel] = kept


@njit(parallel=True)
def unwoven(track):
    count = track.size // 2
    left, right = np.empty(count), np.empty(count)
    for at in prange(count):
        left[at], right[at] = track[2 * at], track[2 * at + 1]
    return left, right


def main():
    rng = np.random.default_rng(1)
    left, right = rng.normal(size=(2, 50_000))
    track = woven(left, right)
    mirrored(track)
    back = unwoven(track)
    print(np.array_equal(back[0], left[::-1]), np.array_equal(back[1], right[::-1]))


if __name__ == "__main__":
    main()
