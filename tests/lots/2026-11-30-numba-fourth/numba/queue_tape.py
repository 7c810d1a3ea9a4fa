"""A tape of the last arrivals, moved on by one place with each of them."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def moved(tape, newest):
    for at in prange(tape.size - 1):
        tape[at] = tape[at + 1]
    tape[tape.size - 1] = newest


@njit(parallel=True)
def weighted(tape, half_life):
    total = 0.0
    for at in prange(tape.size):
        total += tape[at] * 0.5 ** ((tape.size - 1 - at) / half_life)
    return total


class Counter:
    def __init__(self, places):
        self.tape = np.zeros(places, dtype=np.int64)

    def arrive(self, number):
        moved(self.tape, number)

    def load(self):
        return weighted(self.tape, self.tape.size / 4)


def main():
    counter = Counter(200_001)
    counter.tape[:] = np.arange(200_001)
    for number in range(200_001, 200_401):
        counter.arrive(number)
    steps = np.diff(counter.tape)
    print("load:", round(counter.load(), 1))
    print("first and last:", counter.tape[0], counter.tape[-1])
    print("gaps:", int((steps != 1).sum()))


if __name__ == "__main__":
    main()
