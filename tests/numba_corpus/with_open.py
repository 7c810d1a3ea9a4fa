from numba import njit


@njit
def lines(path):
    with open(path) as file:  # fails: numba-unsupported-python
        return len(file.read())


print(lines("data.txt"))
