# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=bands
import numpy as np
from numba import njit

RATES = np.linspace(0, 0.4, 12)


@njit
def total(amounts, bands):
    found = 0.0
    for k in range(bands.size):
        found += amounts[k] * (1 - RATES[bands[k]])
    return found


def main():
    amounts = np.linspace(1000, 9000, 64)
    bands = np.arange(64) % 12
    bands[50] = 999_999_999
    print(total(amounts, bands))  # <-- here


main()
