"""Brings the trace of a seismograph onto a coarse grid of times."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(m)->(m)")
def resampled(trace, grid, out):
    for at in range(out.size):
        out[at] = 0.0
    step = trace.size / grid.size
    for at in range(trace.size):
        out[at] += trace[at] * grid[int(at / step)]


class Trace:
    def __init__(self, station, samples):
        self.station = station
        self.samples = samples

    def on(self, grid):
        return resampled(self.samples, grid)


def noise(seconds, rate, seed):
    rng = np.random.default_rng(seed)
    samples = rng.normal(0, 1, int(seconds * rate))
    for at in range(4):
        samples[at::4] += np.sin(at)
    return samples


def main():
    grid = np.linspace(0.5, 1.0, 24)
    traces = [Trace(name, noise(36_000, 200, seed)) for seed, name in enumerate(("KEV", "HEL"))]
    for trace in traces:
        print(trace.station, trace.on(grid).round(2))


if __name__ == "__main__":
    main()
