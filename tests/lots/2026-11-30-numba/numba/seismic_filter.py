"""Band-pass of the traces of a line of geophones, and their first arrivals."""

import numpy as np
from numba import float64, int64, njit


def shot(traces, samples, velocity=1.7):
    """Synthetic traces: samples by traces, as the recorder writes them."""
    rng = np.random.default_rng(8)
    data = rng.normal(0, 0.05, (samples, traces))
    for trace in range(traces):
        arrival = int(20 + trace * 4 / velocity)
        data[arrival : arrival + 12, trace] += np.hanning(12)
    return data


@njit(float64[::1](float64[::1], float64))
def smooth(trace, share):
    out = np.empty_like(trace)
    state = trace[0]
    for at in range(trace.size):
        state += share * (trace[at] - state)
        out[at] = state
    return out


@njit(int64(float64[::1], float64))
def first_break(trace, threshold):
    for at in range(trace.size):
        if abs(trace[at]) > threshold:
            return at
    return -1


@njit(int64[::1](float64[:, ::1], float64, float64))
def arrivals(section, share, threshold):
    found = np.empty(section.shape[0], dtype=np.int64)
    for trace in range(section.shape[0]):
        found[trace] = first_break(smooth(section[trace], share), threshold)
    return found


class Section:
    """Traces as rows, whatever order the recorder has them in."""

    def __init__(self, data, by_sample):
        self.rows = data.T if by_sample else data

    def normalised(self):
        peak = np.abs(self.rows).max(axis=1, keepdims=True)
        return self.rows / peak

    def arrivals(self, share=0.5, threshold=0.4):
        return arrivals(self.normalised(), share, threshold)


def main():
    for name, section in (
        ("stored", Section(np.ascontiguousarray(shot(24, 200).T), by_sample=False)),
        ("live", Section(shot(24, 200), by_sample=True)),
    ):
        print(name, section.arrivals()[:8])


if __name__ == "__main__":
    main()
