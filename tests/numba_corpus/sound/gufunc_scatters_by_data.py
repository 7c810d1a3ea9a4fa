import numpy as np
from numba import guvectorize

@guvectorize(["void(int64, float64, float64[:], float64[:])"], "(),(),(n)->()", target="parallel")
def put(place, value, found, out):
    found[place] = value
    out[0] = value

found = np.zeros(1000)
put(np.random.permutation(1000), np.ones(1000), found)
print(found.sum())
