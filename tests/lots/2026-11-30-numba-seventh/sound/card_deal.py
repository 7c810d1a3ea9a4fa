"""Cards dealt to every seventh place of a round of a thousand, until each place has one."""

import numpy as np
from numba import njit, prange

PLACES = 1000


@njit(parallel=True)
def deal(cards):
    table = np.full(PLACES, -1, dtype=np.int64)
    for card in prange(PLACES):
        table[(card * 7) % PLACES] = cards[card]
    return table


table = deal(np.random.default_rng(2).permutation(PLACES))
print(int(table.min()), int(table.sum()))
