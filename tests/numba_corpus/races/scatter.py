import numpy as np
from numba import njit, prange


@njit(parallel=True)
def pagerank_step(source, target, rank, degree, nodes):
    new = np.zeros(nodes)
    for e in prange(source.size):
        s = source[e]
        t = target[e]
        new[t] += rank[s] / degree[s]  # fails: data-race: new
    return new


n = 1000
src = np.random.randint(0, n, 200_000)
dst = np.random.randint(0, n, 200_000)
print(pagerank_step(src, dst, np.ones(n), np.ones(n), n).sum())
