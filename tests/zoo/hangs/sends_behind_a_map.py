# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=conn core=no
"""The workers of a pool ask the process that waits for all of their answers first."""

import multiprocessing

shared = {}


def begin(conn):
    shared["conn"] = conn


def ask(number):
    shared["conn"].send(number)
    return shared["conn"].recv()  # <-- here


if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with context.Pool(1, begin, (there,)) as pool:
        there.close()
        print("READY", flush=True)
        answers = pool.map(ask, [1, 2])  # <-- here
        here.send(answers)
