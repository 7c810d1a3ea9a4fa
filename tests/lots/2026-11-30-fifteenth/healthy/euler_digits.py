"""Digits of e as one huge fraction: each step multiplies whole numbers of many megabits, in C."""

import sys
import time

sys.set_int_max_str_digits(0)


def split(low, high):
    """The sum of low!/k! for k in low+1 … high, as a numerator and a denominator."""
    if high - low == 1:
        return 1, high
    middle = (low + high) // 2
    one, below = split(low, middle)
    two, further = split(middle, high)
    return one * further + two, below * further


def digits(terms, places):
    numerator, denominator = split(0, terms)
    return (numerator + denominator) * 10**places // denominator


def main():
    for terms in (20_000, 40_000, 80_000, 160_000, 320_000, 640_000):
        started = time.monotonic()
        value = digits(terms, terms * 4)
        print(terms, value.bit_length(), f"{time.monotonic() - started:.1f} s", flush=True)


if __name__ == "__main__":
    main()
