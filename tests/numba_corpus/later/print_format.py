from numba import njit

@njit
def show(x):
    print("value: %d" % x)  # fails: numba-operand-types: "value: %d" % x

show(3)
