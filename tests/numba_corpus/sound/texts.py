"""Texts of what compiled code has texts for; a float is one of an exception's alone."""
import numpy as np
from numba import njit


@njit
def tag(name, number, names):
    if number < 0.5:
        raise ValueError("too small: " + str(number))
    whole = int(number)
    return f"{name}-{whole}-{whole > 2}" + str(names[0]) + repr(name)


print(tag("a", 3.5, np.array(["ab", "cd"])))
