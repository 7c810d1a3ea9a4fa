from numba import cfunc

@cfunc("float64(float64)")
def twice(value):
    return 2.0 * value

print(twice.ctypes(4.0))
