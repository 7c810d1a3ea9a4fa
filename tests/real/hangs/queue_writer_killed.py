# A producer is killed while it writes a large item: it dies with the queue's writing lock, and no other
# producer can write a result any more.
# https://github.com/python/cpython/issues/94777
import multiprocessing
import os
import signal
import time

context = multiprocessing.get_context("fork")


def large(results):
    results.put("x" * 10_000_000)


def small(results):
    results.put("small")


if __name__ == "__main__":
    results = context.Queue()
    first = context.Process(target=large, args=(results,))
    first.start()
    time.sleep(0.7)
    os.kill(first.pid, signal.SIGKILL)
    first.join()
    second = context.Process(target=small, args=(results,))
    second.start()  # <-- also
    print("READY", flush=True)
    second.join()  # <-- here
