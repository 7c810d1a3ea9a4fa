from numba import njit


@njit
def grade(points):
    if points > 90:
        return "A"  # fails: numba-cannot-unify: "A"
    if points > 50:
        return 3
    return 0


print(grade(70))
