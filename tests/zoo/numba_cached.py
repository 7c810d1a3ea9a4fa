# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy names=weights runs=2
import numpy as np
from numba import njit


@njit(cache=True)
def update(weights, layer, unit, delta):
    weights[layer, unit] += delta


weights = np.zeros((12, 256), dtype=np.float32)
update(weights, 3, 200, np.float32(0.5))
update(weights, -40_000_000, 200, np.float32(0.5))  # <-- here
