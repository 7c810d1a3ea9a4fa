"""Means by Numba on OpenMP, first in the parent, then in a child."""

import multiprocessing

import numba
import numpy as np

numba.config.THREADING_LAYER = "omp"


@numba.njit(parallel=True)
def total(values):
    result = 0.0
    for i in numba.prange(len(values)):
        result += values[i]
    return result


def child(values):
    print("in the child", total(values))  # <-- here


if __name__ == "__main__":
    values = np.ones(100_000)
    print("in the parent", total(values), flush=True)
    process = multiprocessing.get_context("fork").Process(target=child, args=(values,))
    process.start()
    process.join()
    print("ended with", process.exitcode)
    raise SystemExit(process.exitcode != 0)
