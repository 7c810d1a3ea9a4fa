"""Means of grades, in whole points."""

cimport cython


@cython.cdivision(True)
cpdef int mean(int[:] grades, int least):
    """The mean of those grades that are at least so good."""
    cdef int sum = 0, count = 0
    cdef Py_ssize_t i
    for i in range(grades.shape[0]):
        if grades[i] >= least:
            sum += grades[i]
            count += 1
    return sum / count
