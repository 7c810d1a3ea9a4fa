# cython: language_level=3, boundscheck=False
"""Prices of shares in one block of C that grows."""
from libc.stdlib cimport free, realloc

cdef class Prices:
    cdef double *values
    cdef long number, room

    def __cinit__(self):
        self.values = NULL
        self.number = 0
        self.room = 0

    def __dealloc__(self):
        free(self.values)

    def extend(self, double first, long count):
        cdef long step
        with nogil:
            for step in range(count):
                if self.number == self.room:
                    self.room = 2 * self.room + 16
                    self.values = <double *>realloc(self.values, self.room * sizeof(double))
                self.values[self.number] = first + step
                self.number += 1

    def last(self):
        return self.values[self.number - 1]

    def __len__(self):
        return self.number
