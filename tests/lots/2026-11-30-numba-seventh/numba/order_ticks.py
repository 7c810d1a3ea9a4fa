"""An order book by ticks: how much is offered at each price?

Orders come from a feed as records of price and size. A price is a whole number of ticks above
the lowest one of the day; a market order has the price 0, which the feed documents somewhere.
"""

import numpy as np
from numba import njit

ORDER = np.dtype([("price", np.int64), ("size", np.int64), ("buy", np.bool_)])
TICK = 5


@njit
def tick_of(price, lowest):
    return (price - lowest) // TICK


@njit
def add(book, orders, lowest):
    taken = 0
    for at in range(len(orders)):
        order = orders[at]
        tick = tick_of(order.price, lowest)
        if order.buy:
            book[tick, 0] += order.size
        else:
            book[tick, 1] += order.size
        taken += 1
    return taken


class Feed:
    def __init__(self, lowest, seed):
        self.lowest = lowest
        self.rng = np.random.default_rng(seed)

    def batch(self, count, market=0):
        orders = np.zeros(count, dtype=ORDER)
        orders["price"] = self.lowest + TICK * self.rng.integers(0, 2000, count)
        orders["size"] = self.rng.integers(1, 50, count)
        orders["buy"] = self.rng.random(count) < 0.5
        orders["price"][count - market :] = 0
        return orders


class Exchange:
    def __init__(self, lowest):
        self.lowest = lowest
        self.book = np.zeros((2000, 2), dtype=np.int64)
        self.taken = 0

    def open(self, orders):
        self.taken += add(self.book, orders, self.lowest)
        return int(self.book.sum())


def main():
    lowest = 61_300_000_000
    feed = Feed(lowest, 9)
    exchange = Exchange(lowest)
    print("before noon", exchange.open(feed.batch(5000)))
    print("after noon", exchange.open(feed.batch(5000, market=3)))


if __name__ == "__main__":
    main()
