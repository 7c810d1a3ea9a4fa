import numpy as np
from numba import float64, njit, prange
from numba.experimental import jitclass


@jitclass([("energy", float64[:])])
class Picker:
    def __init__(self, samples):
        self.energy = np.zeros(samples + 1)

    def prepare(self, trace):
        total = 0.0
        for at in range(len(trace)):
            total += trace[at] * trace[at]
            self.energy[at + 1] = total

    def arrival(self, trace):
        self.prepare(trace)
        return np.argmax(self.energy > 3.0)


@njit(parallel=True)
def pick_all(picker, traces):
    arrivals = np.empty(len(traces), np.int64)
    for station in prange(len(traces)):
        arrivals[station] = picker.arrival(traces[station])  # fails: data-race: energy
    return arrivals


print(pick_all(Picker(50), np.random.rand(40, 50)).sum())
