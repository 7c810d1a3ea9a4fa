import numpy as np
from numba import vectorize, float64

@vectorize([float64(float64, float64)])
def add(x, y):
    return x + y

print(add(np.array(["a"]), 1.0))  # fails: numba-signature-mismatch
