from numba import njit, types
from numba.typed import Dict

TABLE = Dict.empty(types.unicode_type, types.int64)
TABLE["a"] = 1


@njit
def find(key):
    return TABLE[key]  # fails: numba-global: TABLE


print(find("a"))
