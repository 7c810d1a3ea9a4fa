"""Which blend will be liked by most of the tasters?"""

import numpy as np
from blend import Blend, softened
from numba import njit

LIMIT = 1.5


@njit
def liked(shares, likes, strengths):
    """How much one taster likes it: strong spices count less than they should."""
    total = 0.0
    for spice in range(len(shares)):
        felt = softened(shares[spice] * strengths[spice], LIMIT)
        total += felt * likes[spice]
    return total


@njit
def votes(shares, tasters, strengths, enough):
    count = 0
    for taster in range(len(tasters)):
        if liked(shares, tasters[taster], strengths) > enough:
            count += 1
    return count


def main():
    rng = np.random.default_rng(70)
    strengths = np.array([8.0, 3.0, 1.0, 5.0])
    tasters = rng.normal(0.4, 0.5, size=(200, 4))
    for blend in (
        Blend("harbour", [2, 1, 5, 1]),
        Blend("desert", [1, 4, 1, 3]),
        Blend("mild", [0.2, 1, 9, 0.3]),
    ):
        print(blend.name, votes(blend.shares(), tasters, strengths, 0.8))


if __name__ == "__main__":
    main()
