import numpy as np
from numba import njit, prange
from numba.typed import List

@njit
def render(lane, pitch):
    for at in range(len(lane)):
        lane[at] = pitch * at

@njit(parallel=True)
def levels(pitches, lanes):
    found = np.zeros(len(pitches))
    for voice in prange(len(pitches)):
        lane = lanes[voice]
        render(lane, pitches[voice])
        found[voice] = lane.sum()
    return found

print(levels(np.arange(8.0), List([np.zeros(500) for _ in range(8)])))
