import numpy as np
from numba import njit


def make_step(k):
    @njit
    def step(x):
        return x + k * 0.1

    return step


def run(steps):
    x = np.zeros(10)
    for i in range(steps):
        advance = make_step(i)  # fails: numba-recompilation: make_step(i)
        x = advance(x)
    return x


print(run(8))
