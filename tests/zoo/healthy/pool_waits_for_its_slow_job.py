# healthy:
"""A job of a pool of processes waits for an event that another one sets after a while."""

import multiprocessing
import time

shared = {}


def begin(ready):
    shared["ready"] = ready


def job(number):
    if number:
        time.sleep(120)
        shared["ready"].set()
    else:
        shared["ready"].wait()


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2, begin, (context.Event(),)) as pool:
        print("READY", flush=True)
        pool.map(job, [0, 1], chunksize=1)
