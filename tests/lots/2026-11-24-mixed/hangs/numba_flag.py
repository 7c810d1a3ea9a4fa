"""Simulates until somebody asks it to stop."""

import threading
import time

import numba
import numpy as np


@numba.njit(nogil=True)
def simulate(stop, state):
    steps = 0
    while stop[0] == 0:  # <-- here
        steps += 1
    state[0] = steps
    return steps


def main():
    stop = np.zeros(1, np.int64)
    state = np.zeros(1, np.float64)
    thread = threading.Thread(target=simulate, args=(stop, state), name="simulation")
    thread.start()
    time.sleep(2)
    stop[0] = 1
    thread.join()  # <-- here
    print(state[0], "steps")


main()
