from numba import njit

@njit
def show(x):
    return "value: {}".format(x)  # fails: numba-unknown-attribute: "value: {}".format

show(3)
