import numpy as np
from numba import njit, prange

@njit(parallel=True)
def fill(pitches, lanes):
    for voice in prange(len(pitches)):
        lane = lanes[voice]
        for at in range(len(lane)):
            lane[at] = pitches[voice] * at

lanes = tuple([np.zeros(500) for _ in range(4)])
fill(np.arange(4.0), lanes)
print(lanes[0].sum())
