# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy names=rows
import numpy as np
from numba import float64, guvectorize, int64


@guvectorize([(float64[:], int64, float64[:])], "(n),()->(n)")
def shift(row, by, out):
    for i in range(row.shape[0]):
        out[i] = row[i - by]


def main():
    rows = np.arange(5000.0).reshape(10, 500)
    amounts = np.full(10, 3)
    amounts[6] = 2_000_000_000
    print(shift(rows, amounts).sum())  # <-- here


main()
