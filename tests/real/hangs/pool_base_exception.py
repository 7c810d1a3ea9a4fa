# A job leaves by a BaseException: the worker ends, the pool starts another one, the job is forgotten.
# https://github.com/python/cpython/pull/101081
import multiprocessing
import sys


def convert(number):
    if number == 2:
        sys.exit("bad input")
    return number


if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        jobs = [pool.apply_async(convert, (n,)) for n in range(4)]
        print("READY", flush=True)
        print([job.get() for job in jobs])  # <-- here
