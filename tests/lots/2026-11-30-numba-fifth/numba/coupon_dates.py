"""Accrued interest of bonds, from the dates of their coupons."""

from dataclasses import dataclass, field

import numpy as np
from numba import njit


@dataclass
class Bond:
    name: str
    face: float
    coupon: float
    issued: np.datetime64
    period: int = 182
    payments: np.ndarray = field(default=None)

    def prepare(self, until):
        self.payments = schedule(self.issued, until, self.period)


@njit
def schedule(issued, until, period):
    """The days on which a bond pays, from the day of its issue on."""
    count = 0
    day = issued
    while day <= until:
        day = day + np.timedelta64(period, "D")
        count += 1
    days = np.empty(count, dtype="datetime64[D]")
    for at in range(count):
        days[at] = issued + at * np.timedelta64(period, "D")
    return days


@njit
def accrued(face, coupon, payments, today):
    """Interest since the last payment, by actual days of 365."""
    last = payments[0]
    for day in payments:
        if day <= today:
            last = day
    return face * coupon * (today - last) / np.timedelta64(365, "D")


class Portfolio:
    def __init__(self, bonds):
        self.bonds = bonds

    def value_on(self, today):
        total = 0.0
        for bond in self.bonds:
            bond.prepare(today)
            total += accrued(bond.face, bond.coupon, bond.payments, today)
        return total


if __name__ == "__main__":
    held = Portfolio(
        [
            Bond("city 2031", 1000.0, 0.0325, np.datetime64("2024-02-15")),
            Bond("rail 2029", 5000.0, 0.0275, np.datetime64("2023-09-01"), period=365),
        ]
    )
    print("accrued:", round(held.value_on(np.datetime64("2025-06-30")), 2))
