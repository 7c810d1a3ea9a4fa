from numba import njit


@njit
def table(n):
    rows = [[] for _ in range(n)]  # fails: numba-untyped-list
    return len(rows)


print(table(3))
