import numpy as np
from numba import stencil

@stencil
def blurred(a):
    out = a[-1] + a[1]  # fails: numba-declaration: out
    return out / 2

blurred(np.arange(6.0))
