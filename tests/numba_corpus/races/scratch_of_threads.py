from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

@njit(nogil=True)
def tallest(values, room):
    room[0] = values[0]  # fails: data-race: room[0]
    for value in values:
        room[0] = max(room[0], value)
    return room[0]

room = np.zeros(1)
rows = np.random.default_rng(1).normal(0, 1, (64, 10_000))
with ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(lambda row: tallest(row, room), rows)))
