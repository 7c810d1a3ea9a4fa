# The second job kills the process that it runs in; the pool starts another, and nobody has its result.
# https://github.com/python/cpython/issues/66587
import multiprocessing
import os
import signal

context = multiprocessing.get_context("spawn")


def decode(number):
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


if __name__ == "__main__":
    with context.Pool(2) as pool:
        results = pool.imap_unordered(decode, range(4))
        print(next(results))
        print("READY", flush=True)
        for number in results:  # <-- here
            print(number)
