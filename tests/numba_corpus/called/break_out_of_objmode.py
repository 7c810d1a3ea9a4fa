from numba import njit, objmode

@njit
def load(n):
    for i in range(n):
        with objmode():  # fails: numba-unsupported-python: objmode()
            print(i)
            if i > 1:
                break
    return n

load(4)
