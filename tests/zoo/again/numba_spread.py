# zoo: cause=out-of-bounds signal=SIGABRT|SIGSEGV needs=numba,numpy settings=NUMBA_BOUNDSCHECK
"""In a parallel loop, where Numba drops the error of its own check."""
import numpy as np
from numba import njit, prange


@njit(parallel=True, cache=True)
def spread(counts, picks):
    for k in prange(picks.size):
        counts[picks[k]] += 1  # <-- here


def main():
    counts = np.zeros(129, np.int64)
    spare = [np.zeros(129, np.int64) for _ in range(8)]
    spread(counts, np.arange(129 + 24))
    del counts, spare


main()
