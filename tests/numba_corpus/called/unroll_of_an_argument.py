from numba import literal_unroll, njit

@njit
def total(values):
    found = 0.0
    for value in literal_unroll(values):  # fails: numba-unsupported-python: literal_unroll(values)
        found += value
    return found

total([1.0, 2.0])
