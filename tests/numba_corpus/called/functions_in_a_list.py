from numba import njit

@njit
def chained(x):
    steps = [lambda v: v + 1.0, lambda v: v * 2.0]  # fails: numba-operand-types: [lambda v: v + 1.0, lambda v: v * 2.0]
    for step in steps:
        x = step(x)
    return x

chained(1.0)
