import numpy as np
from numba import vectorize

@vectorize(["float64(float64, float64)"], target="parallel")
def above(one, other):
    return max(one - other, 0.0)

print(above(np.arange(1000.0), 3.0).sum())
