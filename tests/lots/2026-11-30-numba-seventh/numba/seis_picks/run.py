"""Arrival times of an earthquake at all stations of a network, event by event."""

import numpy as np
from numba import njit, prange
from picker import Picker

RATE = 100.0


@njit(parallel=True)
def pick_all(picker, traces):
    arrivals = np.empty(len(traces), dtype=np.int64)
    for station in prange(len(traces)):
        arrivals[station] = picker.arrival(traces[station])
    return arrivals


def event(stations, samples, seed):
    rng = np.random.default_rng(seed)
    traces = rng.normal(0, 1.0, (stations, samples))
    begins = rng.integers(800, samples - 400, stations)
    for station, begin in enumerate(begins):
        traces[station, begin : begin + 300] += rng.normal(0, 12.0, 300)
    return traces, begins


def main():
    picker = Picker(6000, 40, 700, 4.0)
    for seed in range(3):
        traces, begins = event(240, 6000, seed)
        arrivals = pick_all(picker, traces)
        late = (arrivals - begins) / RATE
        print(seed, "picked", int((arrivals >= 0).sum()), "mean delay", round(float(late.mean()), 3))


if __name__ == "__main__":
    main()
