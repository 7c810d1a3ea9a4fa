import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:], float64[:])"], "(n),(n)->()")
def distance(a, b, out):
    total = 0.0
    for i in range(a.shape[0]):
        total += (a[i] - b[i]) ** 2
    out[0] = np.sqrt(total)


def nearest(points, query):
    gaps = distance(points, query)  # fails: numba-signature-mismatch: distance(points, query)
    return gaps.argmin()


cloud = np.random.rand(100, 3)
print(nearest(cloud, np.zeros(2)))
