from numba import njit

WEIGHTS = [0.2, 0.3, 0.5]


@njit
def mix(i):
    WEIGHTS.append(1.0)  # fails: numba-global: WEIGHTS
    return WEIGHTS[i]


print(mix(1))
