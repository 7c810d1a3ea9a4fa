"""Average price of the day, from all trades of an exchange: prices and sizes are whole numbers."""

import random
from dataclasses import dataclass

from numba import njit

TICK = 10**8  # prices are in hundred-millionths
LOT = 10**8  # so are sizes: parts of a coin


@dataclass(frozen=True)
class Trade:
    price: int
    size: int


@njit
def turnover(price, size):
    """Of one trade, in hundred-millionths."""
    return price * size // 100_000_000


class Session:
    def __init__(self, name, trades):
        self.name = name
        self.trades = trades

    def volume(self):
        return sum(trade.size for trade in self.trades)

    def average(self):
        paid = sum(turnover(trade.price, trade.size) for trade in self.trades)
        return paid / self.volume()

    def __len__(self):
        return len(self.trades)

    def range(self):
        prices = [trade.price / TICK for trade in self.trades]
        return min(prices), max(prices)


def trading_day(count, level, largest, seed):
    rng = random.Random(seed)
    trades = []
    price = level
    for _ in range(count):
        price *= 1 + rng.gauss(0.0, 0.0005)
        trades.append(Trade(int(price * TICK), int(rng.uniform(0.01, largest) * LOT)))
    return trades


def main():
    for name, level, largest in (("small", 12.5, 40.0), ("large", 61_000.0, 45.0)):
        session = Session(name, trading_day(400, level, largest, seed=1))
        low, high = session.range()
        print(f"{session.name}: from {low:.2f} to {high:.2f}, average {session.average():.2f}")


if __name__ == "__main__":
    main()
