"""Renders pictures in processes that are replaced now and then."""

import concurrent.futures
import functools
import multiprocessing

import scene


def main():
    context = multiprocessing.get_context("forkserver")
    for size in (400, 4000, 6000):
        row = functools.partial(scene.row, width=size, height=size, rounds=900)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            print(size, sum(pool.map(row, range(size), chunksize=50)), flush=True)


if __name__ == "__main__":
    main()
