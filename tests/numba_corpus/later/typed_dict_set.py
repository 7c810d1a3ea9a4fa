from numba import njit, types
from numba.typed import Dict

@njit
def put(d):
    d["a"] = "text"  # fails: numba-operand-types: d["a"]

put(Dict.empty(types.unicode_type, types.float64))
