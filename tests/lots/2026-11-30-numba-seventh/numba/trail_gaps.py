"""Gaps in the tracks of walkers: where did the receiver lose its fix?"""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def gaps(times, longest):
    found = [0.0 for _ in range(0)]
    for at in prange(1, len(times)):
        pause = times[at] - times[at - 1]
        if pause > longest:
            found.append(pause)
    return found


def track(fixes, lost, seed):
    rng = np.random.default_rng(seed)
    steps = rng.uniform(0.8, 1.2, fixes)
    steps[rng.choice(fixes, lost, replace=False)] += 45.0
    return np.cumsum(steps)


def main():
    for walker in range(3):
        pauses = gaps(track(20_000, 12, walker), 30.0)
        print(walker, len(pauses), round(sum(pauses), 1))


if __name__ == "__main__":
    main()
