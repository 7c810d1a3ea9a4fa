"""Yields of bonds from their prices, found by halving an interval."""

import concurrent.futures
import dataclasses
import math
import threading
import time


@dataclasses.dataclass(frozen=True)
class Bond:
    name: str
    face: float
    coupon: float
    years: int

    def price(self, rate):
        coupons = sum(self.coupon / (1 + rate) ** year for year in range(1, self.years + 1))
        return coupons + self.face / (1 + rate) ** self.years


class NoYield(ValueError):
    pass


@dataclasses.dataclass
class Solver:
    """Finds where a falling function has a value."""

    tolerance: float = 1e-9
    steps: int = 0

    def solve(self, function, wanted, low, high):
        if not function(high) <= wanted <= function(low):
            raise NoYield(f"{wanted} lies outside")
        while high - low > self.tolerance:  # <-- here
            middle = (low + high) / 2
            self.steps += 1
            if function(middle) > wanted:
                low = middle
            else:
                high = middle
        return (low + high) / 2


class Desk:
    def __init__(self, bonds):
        self.bonds = bonds
        self.solver = Solver()
        self.yields = {}

    def yield_of(self, bond, price):
        rate = self.solver.solve(bond.price, price, 0.0, 1.0)
        self.yields[bond.name] = rate
        return rate

    def notional(self, bond, income):
        """How much of the bond brings that income a year?"""
        share = bond.coupon / bond.face
        return self.solver.solve(lambda face: -share * face, -income, 0.0, 1e13)  # <-- here


def ticker(desk):
    while True:
        time.sleep(1)
        print(f"{time.strftime('%X')} {len(desk.yields)} yields", flush=True)


def main():
    bonds = [Bond("A 2030", 100, 2.5, 4), Bond("B 2036", 100, 3.75, 10), Bond("C 2056", 100, 1, 30)]
    desk = Desk(bonds)
    threading.Thread(target=ticker, args=(desk,), name="ticker", daemon=True).start()
    with concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="desk") as pool:
        for bond, price in zip(bonds, (98.2, 104.0, 61.5)):
            print(bond.name, f"{pool.submit(desk.yield_of, bond, price).result():.4%}")
        for bond, income in zip(bonds, (40_000.0, math.pi * 1e9, 12.0)):
            print(bond.name, f"{pool.submit(desk.notional, bond, income).result():,.2f}")


if __name__ == "__main__":
    main()
