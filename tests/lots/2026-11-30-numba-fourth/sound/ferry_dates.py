"""Days between the crossings of a ferry, in dates of numpy."""

import numpy as np
from numba import njit


@njit
def longest_pause(days):
    best = days[1] - days[0]
    for at in range(1, days.size):
        pause = days[at] - days[at - 1]
        if pause > best:
            best = pause
    return best


@njit
def in_season(days, first, last):
    count = 0
    for day in days:
        if first <= day <= last:
            count += 1
    return count


@njit
def missing(days):
    return np.isnat(days).sum()


class Ferry:
    def __init__(self, crossings, seed=14):
        rng = np.random.default_rng(seed)
        steps = rng.integers(1, 9, crossings).cumsum()
        self.days = np.datetime64("2023-02-01") + steps.astype("timedelta64[D]")


def main():
    ferry = Ferry(90)
    pause = longest_pause(ferry.days)
    print("longest pause:", pause, pause == np.diff(ferry.days).max())
    first, last = np.datetime64("2023-05-01"), np.datetime64("2023-09-30")
    print("in season:", in_season(ferry.days, first, last), missing(ferry.days))


if __name__ == "__main__":
    main()
