import numpy as np
from numba import njit


class Model:
    @staticmethod
    @njit
    def step(state, dt):
        return state * dt

    def run(self):
        return self.step(np.ones(2))  # fails: numba-argument-count: self.step(np.ones(2))


Model().run()
