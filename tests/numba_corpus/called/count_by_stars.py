import functools
from numba import njit

def logged(function):
    @functools.wraps(function)
    def inner(*args, **kws):
        result = function(*args, **kws)  # fails: numba-argument-count: function(*args, **kws)
        return result
    return inner

@logged
@njit
def area(width, height):
    return width * height

print(area(3.0, 4.0, 5.0))
