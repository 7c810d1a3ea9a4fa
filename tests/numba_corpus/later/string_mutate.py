from numba import njit

@njit
def f(s):
    s[0] = "x"  # fails: numba-operand-types: s[0]
    return s

f("abc")
