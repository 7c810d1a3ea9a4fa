"""The yield of a bond from its price, by bisection of any curve that takes a rate."""

import numpy as np
from numba import float64, njit, types

curve_type = types.FunctionType(float64(float64))


@njit(float64(curve_type, float64, float64))
def bisect(curve, low, high):
    sign = curve(low)
    for _ in range(80):
        middle = (low + high) / 2
        if curve(middle) * sign > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@njit
def zero_bond(rate):
    return 100.0 / (1.0 + rate) ** 7 - 81.5


@njit
def coupon_bond(rate, coupon):
    value = 0.0
    for year in range(1, 11):
        value += coupon / (1.0 + rate) ** year
    return value + 100.0 / (1.0 + rate) ** 10 - 96.0


@njit
def perpetual(rate):
    return 4.5 / rate - 110.0


CURVES = {"zero": zero_bond, "perpetual": perpetual, "coupon": coupon_bond}


class Book:
    def __init__(self):
        self.yields = {}

    def solve(self, name):
        self.yields[name] = bisect(CURVES[name], 1e-4, 0.5)
        return self.yields[name]

    def mean(self):
        return np.mean(list(self.yields.values()))


def main():
    book = Book()
    for name in CURVES:
        print(f"{name}: {100 * book.solve(name):.3f} %")
    print(f"mean: {100 * book.mean():.3f} %")


if __name__ == "__main__":
    main()
