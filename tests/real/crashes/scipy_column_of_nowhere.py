# A sparse matrix is made from parts that nobody checks: one column number was never written, and
# toarray() writes there.
# https://github.com/scipy/scipy/issues/21170
import numpy as np
from scipy import sparse


def dense(weights, columns, starts):
    links = sparse.csr_array((weights, columns, starts), shape=(3, 10))
    return links.toarray()  # <-- here


columns = np.array([0, 4, 300_000_000, 9], dtype=np.int32)
starts = np.array([0, 1, 3, 4], dtype=np.int32)
print(dense(np.ones(4), columns, starts))
