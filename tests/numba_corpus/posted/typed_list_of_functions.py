import numba
from numba import njit

@njit
def add(x, y):
    return x + y

@njit
def times(x, y):
    return x * y

def collect():
    functions = numba.typed.List()
    functions.append(add)
    functions.append(times)  # fails: numba-operand-types: functions.append(times)
    return functions

collect()
