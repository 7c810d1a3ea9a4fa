import numpy as np
from numba import njit


class Simulation:
    def __init__(self, n):
        self.positions = np.zeros((n, 3))
        self.names = ["p%d" % i for i in range(n)]

    def run(self, steps):
        for _ in range(steps):
            move(self.positions, self.names, 0.1)


@njit
def move(positions, names, dt):
    for i in range(positions.shape[0]):
        positions[i] += dt * names[i]  # fails: numba-operand-types: dt * names[i]


Simulation(3).run(2)
