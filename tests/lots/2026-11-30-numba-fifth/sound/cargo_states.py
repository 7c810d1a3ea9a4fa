"""Containers that move through a port; their states are an IntEnum, stored in an array."""

import enum

import numpy as np
from numba import njit


class State(enum.IntEnum):
    AT_SEA = 0
    UNLOADED = 1
    CLEARED = 2
    GONE = 3


@njit
def advance(states, chances):
    moved = 0
    for at in range(len(states)):
        if states[at] == State.AT_SEA and chances[at] < 0.5:
            states[at] = State.UNLOADED
            moved += 1
        elif states[at] == State.UNLOADED and chances[at] < 0.3:
            states[at] = State.CLEARED
            moved += 1
        elif states[at] == State.CLEARED:
            states[at] = State.GONE
            moved += 1
    return moved


class Port:
    def __init__(self, containers, seed):
        self.states = np.zeros(containers, dtype=np.int64)
        self.rng = np.random.default_rng(seed)
        self.days = 0

    def day(self):
        self.days += 1
        return advance(self.states, self.rng.random(len(self.states)))

    def counts(self):
        return {state.name: int((self.states == state).sum()) for state in State}


def main():
    port = Port(500, seed=2)
    moves = sum(port.day() for _ in range(40))
    assert moves == int(port.states.sum())
    assert sum(port.counts().values()) == 500
    print("after", port.days, "days:", port.counts())


if __name__ == "__main__":
    main()
