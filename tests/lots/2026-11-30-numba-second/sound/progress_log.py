"""A long relaxation that tells its progress through Python now and then."""

import time

import numpy as np
from numba import njit, objmode


@njit
def sweep(plate):
    change = 0.0
    for y in range(1, plate.shape[0] - 1):
        for x in range(1, plate.shape[1] - 1):
            new = 0.25 * (plate[y - 1, x] + plate[y + 1, x] + plate[y, x - 1] + plate[y, x + 1])
            change = max(change, abs(new - plate[y, x]))
            plate[y, x] = new
    return change


@njit
def relax(plate, limit, every):
    with objmode(start="float64"):
        start = time.perf_counter()
    sweeps = 0
    change = limit + 1
    while change > limit:
        change = sweep(plate)
        sweeps += 1
        if sweeps % every == 0:
            with objmode():
                print(sweeps, "sweeps, change", round(change, 5))
    with objmode(seconds="float64", name="unicode_type"):
        seconds = time.perf_counter() - start
        name = f"plate of {plate.shape[0]} by {plate.shape[1]}"
    return sweeps, seconds, name


if __name__ == "__main__":
    plate = np.zeros((60, 60))
    plate[0] = 100.0
    sweeps, seconds, name = relax(plate, 1e-3, 400)
    print(name, "took", sweeps, "sweeps;", "fast" if seconds < 60 else "slow")
