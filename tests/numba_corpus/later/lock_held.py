import threading

from numba import njit

LOCK = threading.Lock()


@njit
def add(total, x):
    with LOCK:  # fails: numba-unsupported-python
        return total + x


print(add(1, 2))
