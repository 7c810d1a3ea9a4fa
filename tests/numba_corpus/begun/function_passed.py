from numba import float64, njit, types


@njit(float64(types.FunctionType(float64(float64)), float64))
def applied(function, x):
    return function(x)


@njit
def product(x, y):  # fails: numba-argument-count
    return x * y


applied(product, 2.0)
