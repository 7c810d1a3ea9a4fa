import numpy as np
from numba import njit, prange


@njit(parallel=True)
def folded(a, half):
    for i in prange(half):
        a[i] += a[i + half]


@njit(parallel=True)
def moved(a, begin, width):
    for i in prange(begin, begin + width):
        a[i] = a[i - width]


@njit(parallel=True)
def upper(a):
    half = a.size // 2
    for i in prange(half, a.size):
        a[i] -= a[i - half]


@njit(parallel=True)
def row(table, k, weight):
    for j in prange(weight, table.shape[1]):
        table[k, j] = table[k - 1, j - weight]


a = np.ones(100)
folded(a, 50)
moved(a, 20, 10)
upper(a)
table = np.ones((3, 50))
row(table, 1, 4)
print(a.sum(), table.sum())
