"""The next bus after a time, for each passenger; -1 where there is none any more."""

import numpy as np
from numba import njit


@njit
def minutes(hours, past):
    return 60.0 * hours + past


@njit(fastmath=True)
def next_bus(buses, time):
    best = np.inf
    for at in range(buses.size):
        if buses[at] >= time and buses[at] < best:
            best = buses[at]
    if np.isinf(best):
        return -1.0
    return best


@njit
def longest_gap(buses):
    most = 0.0
    for at in range(1, buses.size):
        most = max(most, buses[at] - buses[at - 1])
    return most


@njit
def waiting(buses, times):
    out = np.zeros(times.size)
    for at in range(times.size):
        bus = next_bus(buses, times[at])
        if bus < 0.0:
            out[at] = np.nan
        else:
            out[at] = bus - times[at]
    return out


class Stop:
    def __init__(self, first, last, every):
        self.buses = np.arange(minutes(*first), minutes(*last), every)

    def mean_wait(self, times):
        found = waiting(self.buses, times)
        return np.nanmean(found), np.isnan(found).sum()


def main():
    rng = np.random.default_rng(6)
    times = rng.uniform(300.0, 1440.0, 1000)
    for every in (10.0, 20.0, 30.0):
        gap = longest_gap(Stop((5, 10), (22, 50), every).buses)
        assert gap == every
        mean, missed = Stop((5, 10), (22, 50), every).mean_wait(times)
        print(f"every {every:.0f} minutes: wait {mean:.1f}, {missed} walk home")


if __name__ == "__main__":
    main()
