from numba import njit

@njit
def add(value, into=[]):
    into.append(value)
    return len(into)

add(1.0)  # fails: numba-untyped-list: add(1.0)
