# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy text=300000000
import numba
import numpy as np


@numba.njit
def take(values, position):
    return values[position]


def main():
    values = np.arange(1000.0)
    for position in (0, 999, 300_000_000):
        print(take(values[::-1], position))  # <-- here


main()
