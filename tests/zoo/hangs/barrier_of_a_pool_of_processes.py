# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=gate core=no
"""A pool has fewer processes than a barrier needs parties: each job waits for jobs to come."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

shared = {}


def begin(gate):
    shared["gate"] = gate


def lap(number):
    shared["gate"].wait()  # <-- here
    return number


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    gate = context.Barrier(3)
    with ProcessPoolExecutor(2, context, initializer=begin, initargs=(gate,)) as pool:
        laps = [pool.submit(lap, number) for number in range(4)]
        print("READY", flush=True)
        print(laps[0].result())
