import numpy as np
from numba import njit


@njit
def simulate(state, params):
    for _ in range(int(params[0])):
        state = state * params[1]
    return state


def settings():
    return [100, 0.99, "euler"]  # fails: numba-object-mode: [100, 0.99, "euler"]


def main():
    chosen = settings()
    print(simulate(np.ones(3), chosen))


main()
