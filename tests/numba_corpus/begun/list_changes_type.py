from numba import njit


@njit
def levels(count, days):
    found = [0] * count  # fails: numba-cannot-unify: [0] * count
    for _ in range(days):
        found = [one + 1.5 for one in found]
    return found


print(levels(3, 2))
