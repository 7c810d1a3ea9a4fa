"""Letters go into the racks of a sorting office, by the last two digits of their code.

A rack is a record: how many letters are in it, their weight, and the numbers of the first
few, which are looked at by hand.
"""

import numpy as np
from numba import njit, prange

FIRST_FEW = 16

RACK = np.dtype(
    [
        ("count", np.int64),
        ("weight", np.float64),
        ("heaviest", np.float64),
        ("first", np.int64, (FIRST_FEW,)),
    ]
)

LETTER = np.dtype([("code", np.int32), ("weight", np.float32), ("express", np.bool_)])


@njit
def rack_of(code):
    return code % 100


@njit(parallel=True)
def sort_letters(letters, racks):
    for number in prange(len(letters)):
        letter = letters[number]
        if letter.express:
            continue
        rack = racks[rack_of(letter.code)]
        if rack.count < FIRST_FEW:
            rack.first[rack.count] = number
        rack.count += 1
        rack.weight += letter.weight
        if letter.weight > rack.heaviest:
            rack.heaviest = letter.weight


class Office:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.racks = np.zeros(100, dtype=RACK)

    def mail(self, count):
        letters = np.zeros(count, dtype=LETTER)
        letters["code"] = self.rng.integers(10_000, 10_400, count)
        letters["weight"] = self.rng.uniform(5, 80, count)
        letters["express"] = self.rng.random(count) < 0.1
        return letters

    def day(self, count):
        letters = self.mail(count)
        self.racks[:] = 0
        sort_letters(letters, self.racks)
        return int((~letters["express"]).sum())


def main():
    office = Office(5)
    for day in ("monday", "tuesday", "wednesday"):
        expected = office.day(2_000_000)
        print(day, int(office.racks["count"].sum()), "of", expected)


if __name__ == "__main__":
    main()
