"""A summer of flights."""

from lines import Kite, Line, pair_type
from numba import float64, njit


@njit(pair_type(Kite.class_type.instance_type, float64[:]))
def summer(kite, winds):
    worst = 0.0
    for wind in winds:
        worst = min(worst, kite.fly(wind))
    return worst, kite.left.spacing


def main():
    import numpy as np

    winds = np.abs(np.random.default_rng(2).normal(4, 2, 30))
    kite = Kite(Line(25.0, 11), Line(25.0, 11))
    worst, spacing = summer(kite, winds)
    assert kite.flights == 30
    assert np.isclose(spacing, 2.5 * np.prod(1 + 0.001 * winds))
    print(round(worst, 4), round(spacing, 4), round(kite.left.length, 3))


if __name__ == "__main__":
    main()
