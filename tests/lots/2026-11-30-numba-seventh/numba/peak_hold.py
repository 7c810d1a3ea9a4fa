"""Peak hold of a spectrum analyser: per bin the highest that any sweep has shown."""

import numpy as np
from numba import njit, prange


@njit
def to_decibels(power):
    return 10.0 * np.log10(power + 1e-12)


@njit(parallel=True)
def peak_hold(sweeps):
    held = np.full(sweeps.shape[1], -120.0)
    for sweep in prange(len(sweeps)):
        held = np.maximum(held, to_decibels(sweeps[sweep]))
    return held


def capture(sweeps, bins, seed):
    rng = np.random.default_rng(seed)
    power = rng.exponential(1e-6, (sweeps, bins))
    for carrier in (40, 91, 200):
        power[rng.integers(0, sweeps, 20), carrier] += 1e-2
    return power


def main():
    held = peak_hold(capture(2000, 256, 5))
    loud = np.flatnonzero(held > -30.0)
    print("carriers at", loud.tolist())


if __name__ == "__main__":
    main()
