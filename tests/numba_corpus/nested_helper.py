import numpy as np
from numba import njit


@njit
def scaled(value, unit):
    return value * unit  # fails: numba-operand-types: value * unit


@njit
def convert(values, unit):
    out = np.empty_like(values)
    for i in range(values.size):
        out[i] = scaled(values[i], unit)
    return out


@njit
def report(values):
    return convert(values, "km").sum()


print(report(np.arange(3.0)))
