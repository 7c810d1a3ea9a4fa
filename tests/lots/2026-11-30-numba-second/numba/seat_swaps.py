"""Pupils change places each month: each draws another, and the two swap."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def swap_all(seats, partners):
    for pupil in prange(seats.size):
        other = partners[pupil]
        kept = seats[pupil]
        seats[pupil] = seats[other]
        seats[other] = kept


@njit(parallel=True)
def walked(before, after, row_length):
    metres = 0.0
    for pupil in prange(before.size):
        rows = abs(before[pupil] // row_length - after[pupil] // row_length)
        places = abs(before[pupil] % row_length - after[pupil] % row_length)
        metres += 1.2 * rows + 0.7 * places
    return metres


class Hall:
    def __init__(self, pupils, row_length, seed):
        self.rng = np.random.default_rng(seed)
        self.seats = np.arange(pupils)
        self.row_length = row_length

    def month(self):
        before = self.seats.copy()
        swap_all(self.seats, self.rng.integers(0, self.seats.size, self.seats.size))
        return walked(before, self.seats, self.row_length)


def main():
    hall = Hall(50_000, 250, 6)
    for month in ("September", "October", "November"):
        print(f"{month}: {hall.month() / 1000:.1f} km")
    print("different seats:", np.unique(hall.seats).size)


if __name__ == "__main__":
    main()
