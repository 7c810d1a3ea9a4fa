"""Sums of the columns of a table, each by another process."""

import concurrent.futures
import functools
import multiprocessing

import numpy as np

from table import TableRef


def column_sum(reference, column):
    return reference.sum(column)  # <-- here


def main():
    array = np.arange(6_000_000, dtype=np.float64).reshape(-1, 6)
    reference = TableRef.of(array)
    print("here", reference.sum(0), flush=True)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        for total in pool.map(functools.partial(column_sum, reference), range(6)):
            print(total, flush=True)


if __name__ == "__main__":
    main()
