# zoo: cause=out-of-bounds signal=SIGABRT|SIGSEGV needs=numba,numpy settings=NUMBA_BOUNDSCHECK
import numpy as np
from numba import njit


@njit
def scatter(counts, picks):
    for k in range(picks.size):
        counts[picks[k]] += 1  # <-- here
    return counts.sum()


def main():
    counts = np.zeros(129, np.int64)
    spare = [np.zeros(129, np.int64) for _ in range(8)]
    picks = np.arange(129 + 24)
    print(scatter(counts, picks))
    del counts, spare


main()
