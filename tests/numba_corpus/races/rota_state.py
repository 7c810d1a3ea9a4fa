"""A rota gives shifts by a small generator of its own, kept in an array."""
import numpy as np
from numba import njit, prange


@njit
def draw(state):
    state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return state[0]


@njit(parallel=True)
def rota(people, days, state):
    shifts = np.zeros((people, days), np.int64)
    for person in prange(people):
        for day in range(days):
            shifts[person, day] = draw(state) % 3  # fails: data-race: state
    return shifts


def main():
    state = np.array([2024])
    shifts = rota(400, 365, state)
    print("nights:", int((shifts == 2).sum()))


if __name__ == "__main__":
    main()
