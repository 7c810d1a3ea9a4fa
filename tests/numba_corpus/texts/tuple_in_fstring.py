from numba import njit

@njit
def place(x, y):
    where = (x, y)
    return f"at {where}"  # fails: numba-result-differs: {where}

place(1, 2)
