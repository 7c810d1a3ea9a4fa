import numpy as np
from numba import njit


@njit  # fails: numba-declaration: njit
class Particle:
    def __init__(self, x, v):
        self.x = x
        self.v = v

    def step(self, dt):
        self.x += self.v * dt


p = Particle(np.zeros(3), np.ones(3))
p.step(0.1)
print(p.x)
