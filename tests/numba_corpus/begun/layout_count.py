import numpy as np
from numba import float64, guvectorize


@guvectorize([(float64[:], float64, float64[:])], "(n)->(n)")  # fails: numba-declaration: "(n)->(n)"
def scale(values, factor, out):
    for i in range(values.shape[0]):
        out[i] = values[i] * factor


if __name__ == "__main__":
    print(scale(np.arange(5.0), 2.0))
