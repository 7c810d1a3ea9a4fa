"""The median of each trace by a ufunc for all cores; each trace has room of its own."""

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
        place = at
        while place > 0 and room[place - 1] > trace[at]:
            room[place] = room[place - 1]
            place -= 1
        room[place] = trace[at]
    out[0] = room[n // 2]


def main():
    rng = np.random.default_rng(8)
    traces = rng.normal(0, 1, (1500, 151))
    found = middle(traces, np.empty_like(traces))
    assert np.allclose(found, np.median(traces, axis=1))
    print(found[:5].round(3))


if __name__ == "__main__":
    main()
