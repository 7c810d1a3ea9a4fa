from numba import int64, njit
from numba.experimental import jitclass


@jitclass([("loaves", int64), ("rolls", int64)])
class Van:
    def __init__(self, loaves, rolls=120):
        self.loaves = loaves
        self.rolls = rolls


@njit
def left(start):
    van = Van(start)  # fails: numba-argument-count: Van(start)
    return van.rolls


left(80)
