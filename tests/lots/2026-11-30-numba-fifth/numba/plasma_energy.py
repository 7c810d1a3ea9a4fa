"""Energy and momentum of three kinds of particles in a field, for the log of a simulation."""

import numpy as np
from numba import njit, prange

TOTALS = np.dtype([("kinetic", "f8"), ("potential", "f8"), ("momentum", "f8"), ("fast", "i8")])
MASSES = (1.0, 4.0, 16.0)


@njit
def potential(x, y):
    return 0.5 * (x * x + 2.0 * y * y)


@njit(parallel=True)
def measure(place, speed, kind, totals):
    for at in prange(len(kind)):
        square = speed[at, 0] ** 2 + speed[at, 1] ** 2
        totals[kind[at]].kinetic += 0.5 * MASSES[kind[at]] * square
        totals[kind[at]].potential += MASSES[kind[at]] * potential(place[at, 0], place[at, 1])
        totals[kind[at]].momentum += MASSES[kind[at]] * speed[at, 0]
        if square > 4.0:
            totals[kind[at]].fast += 1


class Log:
    def __init__(self):
        self.rows = []

    def record(self, step, place, speed, kind):
        totals = np.zeros(len(MASSES), dtype=TOTALS)
        measure(place, speed, kind, totals)
        self.rows.append((step, totals))


rng = np.random.default_rng(11)
place, speed = rng.normal(size=(500_000, 2)), rng.normal(size=(500_000, 2))
kind = rng.integers(0, 3, 500_000)
log = Log()
for step in range(3):
    log.record(step, place, speed, kind)
for step, totals in log.rows:
    print(step, totals["kinetic"].round(1), totals["momentum"].round(1), totals["fast"])
