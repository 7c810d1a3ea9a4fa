"""Trades of a day, put together to bars of a minute in a table of records."""

import numpy as np
from numba import njit

BAR = np.dtype([("minute", np.int64), ("open", np.float64), ("high", np.float64),
                ("low", np.float64), ("close", np.float64), ("volume", np.int64)])  # fmt: skip


@njit
def extremes(prices, start, end):
    low = high = prices[start]
    for at in range(start + 1, end):
        low = min(low, prices[at])
        high = max(high, prices[at])
    return low, high


@njit
def fill_bars(bars, seconds, prices, sizes):
    used = 0
    start = 0
    for at in range(1, seconds.size + 1):
        if at == seconds.size or seconds[at] // 60 != seconds[start] // 60:
            low, high = extremes(prices, start, at)
            volume = sizes[start:at].sum()
            minute = seconds[start] // 60
            bars[used] = (minute, prices[start], high, low, prices[at - 1], volume)
            used += 1
            start = at
    return used


@njit
def longest_body(bars):
    best = 0
    for at in range(bars.size):
        if abs(bars[at].close - bars[at].open) > abs(bars[best].close - bars[best].open):
            best = at
    return bars[best].minute


class Day:
    def __init__(self, trades, seed):
        rng = np.random.default_rng(seed)
        self.seconds = np.sort(rng.integers(0, 8 * 3600, trades))
        self.prices = 50 + np.cumsum(rng.normal(0, 0.01, trades))
        self.sizes = rng.integers(1, 200, trades)

    def bars(self):
        bars = np.zeros(8 * 60, BAR)
        used = fill_bars(bars, self.seconds, self.prices, self.sizes)
        return bars[:used]


def main():
    bars = Day(20_000, 4).bars()
    print(len(bars), "bars; longest body in minute", longest_body(bars))


if __name__ == "__main__":
    main()
