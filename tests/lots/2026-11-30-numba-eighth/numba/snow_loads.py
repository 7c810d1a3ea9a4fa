"""Snow on roofs: the load by slope, for one roof or for many."""

import numpy as np
from numba import njit, types
from numba.extending import overload


def shape_factor(slope):
    """1 up to 30 degrees, 0 from 60 degrees on."""
    return np.clip((60.0 - slope) / 30.0, 0.0, 1.0)


@overload(shape_factor)
def shape_factor_compiled(slope):
    if isinstance(slope, types.Array):

        def of_many(slope):
            found = np.empty(len(slope))
            for at in range(len(slope)):
                found[at] = min(1.0, max(0.0, (60.0 - slope[at]) / 30.0))
            return found

        return of_many
    if isinstance(slope, (int, float)):
        return lambda slope: min(1.0, max(0.0, (60.0 - slope) / 30.0))


@njit
def load(depth, slope):
    return 2.4 * depth * shape_factor(slope)


@njit
def heaviest(depths, slopes):
    most = 0.0
    for at in range(len(depths)):
        most = max(most, load(depths[at], slopes[at]))
    return most


def main():
    slopes = np.array([10.0, 25.0, 42.0, 55.0])
    print(load(0.4, slopes).round(2))
    print(round(heaviest(np.array([0.3, 0.5, 0.7, 0.9]), slopes), 2))


if __name__ == "__main__":
    main()
