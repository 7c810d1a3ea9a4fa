# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy
import numpy as np
from numba import njit


@njit(cache=False)
def ramp(out, stop):
    i = 0
    while i < stop:
        out[i] = i * i % 1013
        i += 1


def main():
    out = np.zeros(100_000, dtype=np.int64)
    ramp(out, 100_000)
    ramp(out, 1_000_000_000)  # <-- here


main()
