"""A morning at many desks, each with a queue of its own."""

import numpy as np
from desk import Desk
from numba import njit, prange


@njit
def morning(seed, tickets):
    desk = Desk(8)
    state = seed * 7919 + 17
    called = 0
    for number in range(tickets):
        state = (state * 1103515245 + 12345) % 2147483648
        desk.push(state / 2147483648.0, number)
        if number % 3 == 2:
            called += desk.pop()
    while desk.count > 0:
        called += desk.pop()
    return called


@njit(parallel=True)
def mornings(desks, tickets):
    called = np.zeros(desks, dtype=np.int64)
    for number in prange(desks):
        called[number] = morning(number, tickets)
    return called


def main():
    called = mornings(64, 500)
    assert (called == 500 * 499 // 2).all()
    print(int(called.sum()))


if __name__ == "__main__":
    main()
