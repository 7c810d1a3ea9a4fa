"""Interest on an account, day by day, with the dates from the calendar of the bank."""

import calendar

import numpy as np
from numba import njit, objmode


@njit
def interest(balances, year, rate):
    total = 0.0
    at = 0
    for month in range(1, 13):
        with objmode():
            days = calendar.monthrange(year, month)[1]
        for _ in range(days):
            total += balances[at] * rate / 365
            at += 1
    return total


@njit
def lowest(balances):
    low = balances[0]
    for balance in balances:
        low = min(low, balance)
    return low


class Account:
    def __init__(self, owner, seed):
        rng = np.random.default_rng(seed)
        self.owner = owner
        self.balances = 2000 + rng.normal(0, 60, 366).cumsum()

    def statement(self, year, rate):
        return lowest(self.balances), interest(self.balances, year, rate)


@njit
def overdrawn(balances, limit):
    days = 0
    for balance in balances:
        if balance < limit:
            days += 1
    return days


class Fees:
    def __init__(self, per_day):
        self.per_day = per_day

    def of(self, account):
        return self.per_day * overdrawn(account.balances, 1500.0)


def main():
    accounts = [Account("Ilse", 1), Account("Bruno", 2)]
    print("fees:", [round(Fees(0.5).of(account), 2) for account in accounts])
    for account in accounts:
        low, earned = account.statement(2024, 0.015)
        print(f"{account.owner:8}{low:10.2f}{earned:10.2f}")


if __name__ == "__main__":
    main()
