# A matrix is made from parts with fewer rows than its row numbers say, and multiplied.
# https://github.com/scipy/scipy/issues/9965
import numpy as np
from scipy import sparse

TERMS = 1000


def documents(rows):
    starts = np.arange(0, len(rows) + 1, 3)
    return sparse.csc_array((np.ones(len(rows)), rows, starts), shape=(TERMS, len(starts) - 1))


def similarity(weights, texts):
    return weights @ texts  # <-- here


rows = np.array([12, 550, 923, 77, 713, 510_165_230, 4, 8, 15], dtype=np.int64)
print(similarity(sparse.eye_array(TERMS, format="csc"), documents(rows)).nnz)
