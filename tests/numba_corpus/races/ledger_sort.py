"""Entries of a ledger are sorted by odd and even places, all of them at once."""
import numpy as np
from numba import njit, prange


@njit
def swap(entries, left, right):
    if entries[left] > entries[right]:
        held = entries[left]
        entries[left] = entries[right]
        entries[right] = held


@njit(parallel=True)
def pass_over(entries):
    for place in prange(len(entries) - 1):
        swap(entries, place, place + 1)  # fails: data-race: entries


def main():
    entries = np.random.default_rng(43).integers(0, 10_000, 2000)
    for _ in range(2000):
        pass_over(entries)
    print("sorted:", bool((np.diff(entries) >= 0).all()), "kept:", entries.sum())


if __name__ == "__main__":
    main()
