from numba import int64, njit


@njit(int64(int64))
def twice(n):
    return n * 2


print(twice(None))  # fails: numba-signature-mismatch: twice(None)
