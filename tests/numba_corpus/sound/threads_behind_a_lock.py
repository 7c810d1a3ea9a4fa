import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

@njit(nogil=True)
def count(values, found):
    for value in values:
        found[0] += value > 0.0

def counted(values):
    with lock:
        count(values, found)

lock, found = threading.Lock(), np.zeros(1)
rows = np.random.default_rng(1).normal(0, 1, (64, 1000))
with ThreadPoolExecutor(4) as pool:
    list(pool.map(counted, rows))
print(found[0])
