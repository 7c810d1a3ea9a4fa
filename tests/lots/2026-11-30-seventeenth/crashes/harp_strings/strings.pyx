# cython: language_level=3, boundscheck=False
from libc.stdlib cimport calloc, free
import numpy as np


cdef class String:
    """A string that is plucked (Karplus and Strong)."""

    cdef double *line
    cdef readonly int size
    cdef int at

    def __cinit__(self, int size):
        self.size = size
        self.line = <double *> calloc(size, sizeof(double))
        if self.line == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.line)

    def pluck(self, double[:] force):
        cdef int i
        for i in range(self.size):
            self.line[i] = force[i % force.shape[0]]

    def swing(self, long steps):
        cdef long i
        cdef int after
        for i in range(steps):
            after = self.at + 1 if self.at + 1 < self.size else 0
            self.line[self.at] = 0.498 * (self.line[self.at] + self.line[after])
            self.at = after

    def shape(self):
        """The string as it is now."""
        return np.asarray(<double[:self.size]> self.line)
