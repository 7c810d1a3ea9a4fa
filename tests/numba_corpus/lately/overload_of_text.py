from numba import njit, types
from numba.extending import overload

def scaled(value, factor):
    return value * factor

@overload(scaled)
def _scaled(value, factor):
    if isinstance(value, types.Number) and isinstance(factor, types.Number):
        return lambda value, factor: value * factor

@njit
def run(value, text):
    half = scaled(value, 0.5)
    return half + scaled(value, text)  # fails: numba-operand-types: scaled(value, text)

run(2.0, "3")
