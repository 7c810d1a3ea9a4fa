"""Do trains keep their distance? Each section of a line is looked at, until one is found that does not."""

import numpy as np
from numba import njit, prange


@njit
def gap(times, first, second):
    least = 1e9
    for at in range(times.shape[1]):
        least = min(least, times[second, at] - times[first, at])
    return least


@njit
def delays(plan, jitter):
    out = np.empty_like(plan)
    for train in range(plan.shape[0]):
        late = 0.0
        for at in range(plan.shape[1]):
            late = max(0.0, late + jitter[train, at])
            out[train, at] = plan[train, at] + late
    return out


@njit(parallel=True)
def keeps_distance(times, seconds):
    fine = True
    for train in prange(times.shape[0] - 1):
        if gap(times, train, train + 1) < seconds:
            fine = False
            break
    return fine


class Line:
    def __init__(self, trains, stops):
        self.plan = 300.0 * np.arange(trains)[:, None] + 90.0 * np.arange(stops)

    def day(self, rng, size):
        jitter = rng.normal(-1.0, size, self.plan.shape)
        return delays(self.plan, jitter)


def share_of_good_days(line, size, days, seed):
    rng = np.random.default_rng(seed)
    good = 0
    for _ in range(days):
        good += keeps_distance(line.day(rng, size), 45.0)
    return good / days


def main():
    line = Line(400, 60)
    for size in (5.0, 8.0, 12.0):
        print(size, share_of_good_days(line, size, 60, 4))


if __name__ == "__main__":
    main()
