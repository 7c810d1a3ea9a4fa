# cython: boundscheck=False, wraparound=False, language_level=3


def steepest(short[:, ::1] heights, Py_ssize_t row):
    """The largest step from this row to the one above it, and where it is."""
    cdef Py_ssize_t column, where = 0
    cdef int step, best = 0
    with nogil:
        for column in range(heights.shape[1]):
            step = heights[row, column] - heights[row - 1, column]
            if step < 0:
                step = -step
            if step > best:
                best = step
                where = column
    return best, where


def deepest(short[:, ::1] heights, Py_ssize_t row):
    cdef Py_ssize_t column
    cdef int best = 0
    for column in range(heights.shape[1]):
        if heights[row, column] > best:
            best = heights[row, column]
    return best
