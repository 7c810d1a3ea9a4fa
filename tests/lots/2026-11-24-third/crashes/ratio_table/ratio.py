import ctypes
import functools
import sys


class Ratios:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    @functools.cache
    def scale(self, amount, numerator, denominator):
        if denominator == 0:
            raise ZeroDivisionError("a ratio of nothing")
        return self.library.ratio_scale(amount, numerator, denominator)


def main():
    ratios = Ratios(sys.argv[1])
    balances = [1200, -450, 0, -(2**31)]
    for balance in balances:
        print(balance, ratios.scale(balance, 3, 4), ratios.scale(balance, 1, -1), flush=True)


if __name__ == "__main__":
    main()
