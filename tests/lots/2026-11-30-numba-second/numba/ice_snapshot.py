"""Takes the outliers out of a map of ice thickness that lies on disk."""

import tempfile
from pathlib import Path

import numpy as np
from numba import njit


def store(folder):
    rng = np.random.default_rng(6)
    ice = rng.gamma(4.0, 0.5, (90, 180))
    ice[rng.random(ice.shape) < 0.01] = 999.0
    path = Path(folder) / "ice.npy"
    np.save(path, ice)
    return path


@njit
def mean_around(ice, y, x):
    total, count = 0.0, 0
    for v in range(max(0, y - 1), min(ice.shape[0], y + 2)):
        for u in range(max(0, x - 1), min(ice.shape[1], x + 2)):
            if ice[v, u] < 100:
                total += ice[v, u]
                count += 1
    return total / count if count else 0.0


@njit
def clean(ice):
    changed = 0
    for y in range(ice.shape[0]):
        for x in range(ice.shape[1]):
            if ice[y, x] >= 100:
                ice[y, x] = mean_around(ice, y, x)
                changed += 1
    return changed


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        ice = np.load(store(folder), mmap_mode="r")
        print("changed:", clean(ice), "mean:", ice.mean().round(3))
