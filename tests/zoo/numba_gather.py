# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy names=table
import numpy as np
from numba import njit


@njit
def gather(table, picks):
    total = 0.0
    for k in range(picks.size):
        total += table[picks[k]]
    return total


def main():
    table = np.linspace(0, 1, 1000)
    picks = np.array([1, 5, 999, 12_345_678_901])
    print(gather(table, picks))  # <-- here


main()
