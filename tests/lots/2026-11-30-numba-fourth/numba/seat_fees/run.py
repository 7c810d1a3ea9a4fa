"""What an evening brings in, with the fees of the ticket office taken off."""

import numpy as np
from numba import njit
from seats import ROWS, prices, sold


@njit
def fees(takings, share, least):
    out = takings * share
    out[out < least] = least
    return out


@njit
def by_row(takings):
    out = np.zeros(takings.shape[0])
    for row in range(takings.shape[0]):
        out[row] = takings[row].sum()
    return out


class Office:
    def __init__(self, share, least):
        self.share = share
        self.least = least

    def evening(self, number):
        takings = np.where(sold(number), prices(), 0.0)
        total = by_row(takings).sum()
        return total, fees(takings, self.share, self.least).sum()


def main():
    print("rows:", ROWS)
    office = Office(0.08, 150.0)
    for number in range(1, 4):
        total, fee = office.evening(number)
        print(f"evening {number}: {total / 100:.2f} less {fee / 100:.2f}")


if __name__ == "__main__":
    main()
