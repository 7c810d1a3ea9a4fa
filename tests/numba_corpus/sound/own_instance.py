import numpy as np
from numba import njit, prange, float64
from numba.experimental import jitclass
@jitclass([("buf", float64[:])])
class Filter:
    def __init__(self, n):
        self.buf = np.zeros(n)
    def run(self, x):
        for k in range(self.buf.size):
            self.buf[k] = x * k
        return self.buf.sum()
@njit(parallel=True)
def all_of(xs):
    out = np.empty(xs.size)
    for i in prange(xs.size):
        f = Filter(8)
        out[i] = f.run(xs[i])
    return out
print(all_of(np.arange(10.0)).sum())
