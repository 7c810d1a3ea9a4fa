import numpy as np
from numba import vectorize

@vectorize(target="parallel")
def damped(x):
    return x * 0.5

damped(np.ones(3))  # fails: numba-declaration: damped(np.ones(3))
