from libc.stdlib cimport calloc, free


cdef class Histogram:
    cdef long *counts
    cdef readonly int bins
    cdef double low, scale

    def __init__(self, double low, double high, int bins):
        self.bins = bins
        self.low = low
        self.scale = bins / (high - low)
        self.counts = <long *>calloc(bins, sizeof(long))

    def __dealloc__(self):
        free(self.counts)

    cdef int place(self, double value) noexcept nogil:
        cdef double index = (value - self.low) * self.scale
        if not (index > 0):
            return 0
        if index >= self.bins:
            return self.bins - 1
        return <int>index

    def add(self, double value):
        cdef int index = self.place(value)
        with nogil:
            self.counts[index] += 1

    def count(self, int index):
        if not 0 <= index < self.bins:
            raise IndexError(index)
        return self.counts[index]
