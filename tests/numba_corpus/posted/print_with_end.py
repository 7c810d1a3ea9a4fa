from numba import njit

@njit
def report(total):
    for step in range(3):
        print(total * step, end=" ")  # fails: numba-unsupported-python: print(total * step, end=" ")

report(2)
