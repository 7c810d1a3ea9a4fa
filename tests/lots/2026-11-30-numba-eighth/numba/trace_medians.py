"""The median of each trace, less its own baseline, by a ufunc over the rows for all cores."""

import numpy as np
from numba import guvectorize


@guvectorize(
    ["void(float64[:], float64[:], float64[:])"],
    "(n),(n)->()",
    target="parallel",
)
def middle(trace, room, out):
    n = trace.shape[0]
    for at in range(n):
        value = trace[at] - trace[0]
        place = at
        while place > 0 and room[place - 1] > value:
            room[place] = room[place - 1]
            place -= 1
        room[place] = value
    out[0] = room[n // 2] if n % 2 else 0.5 * (room[n // 2 - 1] + room[n // 2])


class Recorder:
    def __init__(self, samples):
        self.samples = samples
        self.room = np.empty(samples)

    def medians(self, traces):
        return middle(traces, self.room)


def main():
    rng = np.random.default_rng(8)
    recorder = Recorder(301)
    traces = rng.normal(0, 1, (4000, 301)).cumsum(axis=1)
    for _ in range(3):
        found = recorder.medians(traces)
        right = np.median(traces - traces[:, :1], axis=1)
        print("mean", round(float(found.mean()), 5), "wrong", int((abs(found - right) > 1e-9).sum()))


if __name__ == "__main__":
    main()
