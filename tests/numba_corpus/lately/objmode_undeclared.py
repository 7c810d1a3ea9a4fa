import time

from numba import njit, objmode

@njit
def timed(count):
    with objmode():  # fails: numba-declaration
        started = time.perf_counter()
    total = 0
    for i in range(count):
        total += i
    with objmode(took="float64"):
        took = time.perf_counter() - started
    return total, took

timed(10)
