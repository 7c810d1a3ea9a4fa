from numba import njit


@njit
def area(width, height):
    return width * height


def main():
    print(area(3))  # fails: numba-argument-count: area(3)


main()
