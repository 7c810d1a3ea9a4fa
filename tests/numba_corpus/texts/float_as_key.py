from numba import njit, types
from numba.typed import Dict

@njit
def label(size):
    return "M" + str(size)  # fails: numba-result-differs: str(size)

@njit
def tally(sizes):
    counts = Dict.empty(types.unicode_type, types.int64)
    for size in sizes:
        key = label(size)
        counts[key] = counts.get(key, 0) + 1
    return counts

tally((2.5, 3.0))
