"""Lines of electric meters, read with care: what cannot be read is counted."""

import numpy as np
from numba import njit


@njit
def number_of(text):
    value = 0
    for letter in text:
        digit = ord(letter) - 48
        if digit < 0 or digit > 9:
            raise ValueError("not a digit")
        value = 10 * value + digit
    return value


@njit
def read(lines, used):
    broken = 0
    total = 0
    for line in lines:
        try:
            total += number_of(line)
        except Exception:
            broken += 1
        else:
            used[0] += 1
        finally:
            used[1] += 1
    return total, broken


def main():
    lines = ("120", "45", "x7", "9000", "", "12a")
    used = np.zeros(2, dtype=np.int64)
    print(read(lines, used), used.tolist())
    try:
        number_of("1-2")
    except ValueError as problem:
        print("refused:", problem)


if __name__ == "__main__":
    main()
