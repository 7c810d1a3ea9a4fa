# A slice of rows of a sparse matrix that ends before it starts.
# https://github.com/scipy/scipy/issues/11125
import numpy as np
import scipy.sparse

matrix = scipy.sparse.csr_matrix(np.eye(3, 4, dtype=np.float32))


def rows(first, last):
    return matrix[first:last]  # <-- here


print(rows(0, 2).shape)
print(rows(3, 2).shape)  # <-- also
