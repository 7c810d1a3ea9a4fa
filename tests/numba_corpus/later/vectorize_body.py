import numpy as np
from numba import vectorize

@vectorize
def label(x):
    return "v" + x  # fails: numba-operand-types: "v" + x

print(label(np.ones(3)))
