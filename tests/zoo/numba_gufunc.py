# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=x
import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], int64[:], float64[:])"], "(n),(m)->(m)")
def gather(x, index, out):
    for i in range(index.shape[0]):
        out[i] = x[index[i]]


def main():
    x = np.ones(10)
    print(gather(x, np.array([1, 2, 800_000_000])))  # <-- here


main()
