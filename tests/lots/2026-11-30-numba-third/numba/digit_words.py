"""All the numbers of so many digits whose digits add up to a sum, and how many there are."""

from numba import njit


@njit
def digit_sum(digits):
    total = 0
    for digit in digits:
        total += digit
    return total


@njit
def count(digits, left, wanted):
    if left == 0:
        return 1 if digit_sum(digits) == wanted else 0
    found = 0
    for digit in range(10):
        found += count(digits + (digit,), left - 1, wanted)
    return found


print(count((1,), 3, 12))
