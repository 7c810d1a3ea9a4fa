"""Signals of a railway line, with names for their states and constants in a named tuple."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numba import njit


class State(IntEnum):
    STOP = 0
    CAUTION = 1
    CLEAR = 2


class Rules(NamedTuple):
    braking: float
    limit: float


RULES = Rules(0.7, 40.0)
ORDER = (State.STOP, State.CAUTION, State.CLEAR)


@njit
def state_of(free, speed):
    needed = speed * speed / (2.0 * RULES.braking)
    if free < 0.5 * needed:
        return State.STOP
    if free < needed:
        return State.CAUTION
    return State.CLEAR


@njit
def counts(free, speeds):
    out = np.zeros(len(ORDER), dtype=np.int64)
    for at in range(free.size):
        state = state_of(free[at], min(speeds[at], RULES.limit))
        out[state] += 1
    return out


class Line:
    def __init__(self, boxes, seed=20):
        rng = np.random.default_rng(seed)
        self.free = rng.uniform(100.0, 2500.0, boxes)
        self.speeds = rng.uniform(10.0, 55.0, boxes)


def main():
    line = Line(5000)
    found = counts(line.free, line.speeds)
    for state in State:
        print(f"{state.name:8}{found[state]}")
    needed = np.minimum(line.speeds, RULES.limit) ** 2 / (2 * RULES.braking)
    print(int((line.free >= needed).sum()) == int(found[State.CLEAR]))


if __name__ == "__main__":
    main()
