import numpy as np
from numba import njit


@njit(["float64(float64[:], int64)", "float64(float64[:, :], int64)"])
def pooled(values, k):
    return values.sum() / k


def main():
    frame = np.ones(4, dtype=np.float32)
    return pooled(frame, 2)  # fails: numba-signature-mismatch: pooled(frame, 2)


main()
