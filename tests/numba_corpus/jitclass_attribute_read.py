from numba import float64, njit
from numba.experimental import jitclass


@jitclass([("mass", float64)])
class Body:
    def __init__(self, mass):
        self.mass = mass


@njit
def energy(body, v):
    return body.weight * v * v / 2  # fails: numba-unknown-attribute: body.weight


print(energy(Body(3.0), 2.0))
