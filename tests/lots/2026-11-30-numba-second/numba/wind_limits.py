"""Wind speeds within what a turbine may run at; the limit works on numbers and on arrays."""

import numpy as np
from numba import njit, types
from numba.extending import overload

CUT_IN, CUT_OUT = 3.0, 25.0


def limited(speed, low=CUT_IN, high=CUT_OUT):
    return np.clip(speed, low, high)


@overload(limited)
def limited_overload(speed, low=CUT_IN, high=CUT_OUT):
    if isinstance(speed, types.Array):

        def for_arrays(speed, low=CUT_IN, high=CUT_OUT):
            out = np.empty_like(speed)
            for at in range(speed.size):
                out[at] = min(max(speed[at], low), high)
            return out

        return for_arrays

    def for_numbers(speed, high=CUT_OUT, low=CUT_IN):
        return min(max(speed, low), high)

    return for_numbers


@njit
def power(speeds, rated):
    total = 0.0
    for at in range(speeds.size):
        speed = limited(speeds[at])
        total += rated * min(1.0, (speed / 12.0) ** 3)
    return total / speeds.size


@njit
def spread(speeds):
    inside = limited(speeds)
    return inside.max() - inside.min()


class Turbine:
    def __init__(self, name, rated):
        self.name = name
        self.rated = rated

    def year(self, speeds):
        return spread(speeds), 8760 * power(speeds, self.rated) / 1000


def weather(seed, mean):
    return mean * np.random.default_rng(seed).weibull(2.0, 8760)


def main():
    for seed, (name, rated, mean) in enumerate((("ridge", 2.3, 8.1), ("shore", 3.6, 9.4))):
        width, energy = Turbine(name, rated).year(weather(seed, mean))
        print(f"{name}: {energy:.1f} GWh, over {width:.0f} m/s")


if __name__ == "__main__":
    main()
