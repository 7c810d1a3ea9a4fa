"""Tolls of a motorway, in cents, for lorries by weight and distance."""

import numpy as np
from numba import njit


@njit("int32(int32, int32)")
def toll(kilograms, metres):
    return kilograms * metres // 50_000


@njit("int64(int64[:], int64[:])")
def takings(kilograms, metres):
    total = 0
    for at in range(kilograms.size):
        total += toll(kilograms[at], metres[at])
    return total


class Gate:
    def __init__(self, name, metres):
        self.name = name
        self.metres = metres

    def day(self, kilograms):
        return takings(kilograms, np.full(kilograms.size, self.metres))


class Month:
    def __init__(self, gates, seed=19):
        self.gates = gates
        self.rng = np.random.default_rng(seed)

    def lorries(self):
        return self.rng.integers(7_500, 40_000, 300)

    def total(self):
        return {gate.name: gate.day(self.lorries()) for gate in self.gates}


@njit
def heaviest(kilograms):
    return kilograms.max()


class Permit:
    def __init__(self, limit):
        self.limit = limit

    def needed(self, kilograms):
        return int(heaviest(kilograms)) > self.limit


def main():
    print("one lorry:", toll(np.int32(12_000), np.int32(90_000)))
    # through the tunnel a convoy counts as one
    print("a convoy:", toll(2_600_000_000, 400))
    month = Month([Gate("east", 80_000), Gate("west", 120_000)])
    print("permits:", Permit(39_900).needed(month.lorries()))
    for name, cents in month.total().items():
        print(f"{name}: {cents / 100:.2f}")


if __name__ == "__main__":
    main()
