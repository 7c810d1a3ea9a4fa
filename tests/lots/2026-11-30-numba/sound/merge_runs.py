"""Merge sort and Hanoi: compiled functions that call themselves."""

import numpy as np
from numba import njit


@njit
def merge_sort(values, spare, low, high):
    if high - low < 2:
        return 0
    middle = (low + high) // 2
    moves = merge_sort(values, spare, low, middle)
    moves += merge_sort(values, spare, middle, high)
    left, right = low, middle
    for at in range(low, high):
        if left < middle and (right >= high or values[left] <= values[right]):
            spare[at] = values[left]
            left += 1
        else:
            spare[at] = values[right]
            right += 1
            moves += 1
    values[low:high] = spare[low:high]
    return moves


@njit
def hanoi(discs):
    if discs == 0:
        return 0
    return 2 * hanoi(discs - 1) + 1


values = np.random.default_rng(9).integers(0, 1000, 500)
moves = merge_sort(values, np.empty_like(values), 0, values.size)
print(moves, (np.diff(values) >= 0).all(), hanoi(12))
