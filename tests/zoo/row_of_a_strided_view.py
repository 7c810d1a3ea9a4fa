# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=row.base
import numpy as np
from numpy.lib.stride_tricks import as_strided


def total(row):
    return row + 1  # <-- here


def last_window(grid, count):
    windows = as_strided(grid, shape=(count, grid.shape[1]))
    return total(windows[-1])


print(last_window(np.zeros((64, 64)), 50_000_000)[0])
