# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=table
import numpy as np
from numba import njit


@njit
def fetch(table, index):
    return table[index]


@njit
def integrate(table, places, scale):
    total = 0.0
    for x in places:
        low = int(x * scale)
        total += fetch(table, low) * 0.5 + fetch(table, low + 1) * 0.5
    return total


def main():
    table = np.sin(np.linspace(0, 3, 4096))
    places = np.linspace(0.0, 1.0, 50)
    places[31] = 5e6
    print(integrate(table, places, 4095.0))  # <-- here


main()
