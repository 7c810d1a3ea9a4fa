"""Cards with the results of a race, put together in compiled code."""

import numpy as np
from numba import njit


@njit
def clock(seconds):
    return str(seconds // 60) + " min " + str(seconds % 60)


@njit
def card(name, seconds, place):
    return "%d. %s" % (place, name) + ", " + clock(seconds)


@njit
def cards(names, seconds):
    order = np.argsort(seconds)
    out = ""
    for place in range(order.size):
        who = order[place]
        out += card(names[who], seconds[who], place + 1) + "\n"
    return out


print(cards(("Ines", "Joon", "Karl"), np.array([1840, 1795, 2010])))
