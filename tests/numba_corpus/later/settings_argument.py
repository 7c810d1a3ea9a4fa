from types import SimpleNamespace

import numpy as np
from numba import njit


@njit
def step(state, options):
    return state * options.rate


def main():
    options = SimpleNamespace(rate=0.5)
    return step(np.ones(2), options)  # fails: numba-object-mode: step(np.ones(2), options)


main()
