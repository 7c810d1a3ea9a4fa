import random
from numba import njit

@njit
def f(xs):
    return random.choice(xs)  # fails: numba-unknown-attribute: random.choice

f([1, 2])
