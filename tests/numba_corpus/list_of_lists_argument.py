from numba import njit


@njit
def height(rows):
    return len(rows)


print(height([[1, 2], [3]]))  # fails: numba-object-mode: height([[1, 2], [3]])
