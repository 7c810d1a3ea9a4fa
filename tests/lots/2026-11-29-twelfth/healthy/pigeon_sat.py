"""Do twelve pigeons fit into eleven holes? A solver looks for long, and a thread says so now and then."""

import itertools
import threading
import time

from pysat.solvers import Minisat22

HOLES = 11


def clauses():
    place = {
        (pigeon, hole): number
        for number, (pigeon, hole) in enumerate(
            itertools.product(range(HOLES + 1), range(HOLES)), 1
        )
    }
    for pigeon in range(HOLES + 1):
        yield [place[pigeon, hole] for hole in range(HOLES)]
    for hole in range(HOLES):
        for one, other in itertools.combinations(range(HOLES + 1), 2):
            yield [-place[one, hole], -place[other, hole]]


def give_up(solver, done):
    for _ in range(40):
        if done.wait(5):
            return
        print("still looking", flush=True)
    solver.interrupt()


solver = Minisat22(bootstrap_with=clauses())
done = threading.Event()
threading.Thread(target=give_up, args=(solver, done), daemon=True).start()
begun = time.monotonic()
print(solver.solve_limited(expect_interrupt=True), round(time.monotonic() - begun), flush=True)
done.set()
