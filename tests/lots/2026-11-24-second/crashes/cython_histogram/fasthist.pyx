# cython: boundscheck=False, wraparound=False, language_level=3
"""Histograms of pictures."""


def histogram(const unsigned short[:, ::1] picture, long[::1] bins, int shift):
    cdef Py_ssize_t row, column
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            bins[picture[row, column] >> shift] += 1
    return bins


def smooth(double[::1] values, long radius):
    """Means over `radius` neighbours on both sides."""
    cdef Py_ssize_t i, j
    cdef double total
    cdef double[::1] source = values.copy()
    for i in range(values.shape[0]):
        total = 0
        for j in range(i - radius, i + radius + 1):
            total += source[j]
        values[i] = total / (2 * radius + 1)
    return values
