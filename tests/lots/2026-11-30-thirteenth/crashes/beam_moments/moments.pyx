"""Moments of beams, by BLAS on columns of a table."""

cimport numpy as cnp
from scipy.linalg.cython_blas cimport dasum, ddot

cnp.import_array()


def column_dot(cnp.ndarray table, int first, int second):
    """Scalar product of two columns, which are not copied."""
    if table.ndim != 2 or table.dtype != "float64":
        raise ValueError("table: two dimensions of float64")
    cdef int rows = table.shape[0]
    cdef int step = table.strides[0]
    cdef char *base = <char *>table.data
    cdef double *a = <double *>(base + first * table.strides[1])
    cdef double *b = <double *>(base + second * table.strides[1])
    return ddot(&rows, a, &step, b, &step)


def row_sum(cnp.ndarray table, int row):
    cdef int columns = table.shape[1]
    cdef int one = 1
    return dasum(&columns, <double *>(<char *>table.data + row * table.strides[0]), &one)
