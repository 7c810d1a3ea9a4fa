import numpy as np
from numba import guvectorize

@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()", target="parallel")
def spread(row, room, out):
    for at in range(len(row)):
        room[at] = row[at] - row[0]  # fails: data-race: room
    out[0] = room.max()

print(spread(np.ones((1000, 8)), np.empty(8)).sum())
