"""Counts the trades of a morning in candles, in threads, one for each exchange."""

import concurrent.futures
import random

import numpy as np
from candles import Candles
from ticks import Ticks

START = np.datetime64("2025-03-03T09:00:00")


class Exchange:
    def __init__(self, name, seed, faulty=False):
        self.name, self.faulty = name, faulty
        self.chance = random.Random(seed)

    def trades(self, count):
        times = START + np.array([self.chance.randrange(3600) for _ in range(count)])
        if self.faulty:
            times[self.chance.randrange(count)] = np.datetime64("NaT")
        return times


def morning(exchange, width):
    candles = Candles(width)
    used = 0
    for _ in range(20):
        used += candles.add(exchange.trades(500), START + 3600)
    return exchange.name, used, int(candles.counts.max())


def main():
    exchanges = [Exchange("XETR", 1), Exchange("XLON", 2), Exchange("XPAR", 3, faulty=True)]
    Ticks().start()
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="exchange") as pool:
        for width in (60, 5, 1):
            futures = [pool.submit(morning, exchange, width) for exchange in exchanges]
            for future in futures:
                print(width, *future.result(), flush=True)


if __name__ == "__main__":
    main()
