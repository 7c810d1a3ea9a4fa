"""Loans of a museum: what is insured for how much, and for how long is it away?"""

import numpy as np
from numba import njit

LOAN = np.dtype(
    [
        ("number", np.int32),
        ("value", np.float64),
        ("days", np.int32),
        ("lender", object),
        ("fragile", np.bool_),
    ]
)


class Register:
    """All loans of a year, in one table."""

    def __init__(self):
        self.entries = []

    def enter(self, number, value, days, lender, fragile=False):
        self.entries.append((number, value, days, lender, fragile))

    def table(self):
        return np.array(self.entries, dtype=LOAN)


@njit
def premium(loan, rate):
    daily = loan.value * rate / 365.0
    if loan.fragile:
        daily *= 1.8
    return daily * loan.days


@njit
def premiums(loans, rate):
    result = np.empty(len(loans))
    for at in range(len(loans)):
        result[at] = premium(loans[at], rate)
    return result


def by_lender(table, amounts):
    sums = {}
    for loan, amount in zip(table, amounts):
        sums[loan["lender"]] = sums.get(loan["lender"], 0.0) + amount
    return sums


def main():
    register = Register()
    register.enter(1, 250_000.0, 90, "Basel", fragile=True)
    register.enter(2, 80_000.0, 120, "Delft")
    register.enter(3, 1_200_000.0, 60, "Basel")
    register.enter(4, 15_000.0, 200, "Gent", fragile=True)
    table = register.table()
    for lender, total in by_lender(table, premiums(table, 0.004)).items():
        print(lender, round(total, 2))


if __name__ == "__main__":
    main()
