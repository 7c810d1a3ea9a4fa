import numba
import numpy as np

numba.config.THREADING_LAYER = "workqueue"
numba.set_num_threads(2)


@numba.njit(parallel=True, nogil=True)
def means(table):
    result = np.empty(table.shape[0])
    for row in numba.prange(table.shape[0]):
        total = 0.0
        for column in range(table.shape[1]):
            total += table[row, column]
        result[row] = total / table.shape[1]
    return result
