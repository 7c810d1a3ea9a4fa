"""Classes of snow depth along a ridge, with gaps where the probe was frozen."""

import numpy as np
from numba import njit


@njit
def class_of(depth, step):
    return int(depth / step)


@njit
def classes(depths, step):
    out = np.zeros(depths.size, dtype=np.int64)
    for at in range(depths.size):
        out[at] = class_of(depths[at], step)
    return out


@njit
def changes(kinds):
    count = 0
    for at in range(1, kinds.size):
        if kinds[at] != kinds[at - 1]:
            count += 1
    return count


class Ridge:
    def __init__(self, metres, seed=41):
        rng = np.random.default_rng(seed)
        self.depths = np.abs(rng.normal(1.4, 0.5, metres))
        self.depths[rng.integers(0, metres, 5)] = np.nan

    def profile(self, step):
        return classes(self.depths, step)


def main():
    ridge = Ridge(400)
    for step in (0.25, 0.5):
        kinds = ridge.profile(step)
        print(f"step {step}: {changes(kinds)} changes, mean class {kinds.mean():.3g}")


if __name__ == "__main__":
    main()
