import numpy as np
from numba import stencil


@stencil
def blur(a, width):
    total = 0.0
    for k in range(-width, width + 1):
        total += a[k]  # fails: numba-unsupported-python: a[k]
    return total / (2 * width + 1)


data = np.random.rand(32)
print(blur(data, 2))
