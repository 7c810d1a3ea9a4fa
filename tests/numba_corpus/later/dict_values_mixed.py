from numba import njit

@njit
def f():
    d = {}
    d["a"] = 1
    d["b"] = "x"  # fails: numba-operand-types: d["b"]
    return d

f()
