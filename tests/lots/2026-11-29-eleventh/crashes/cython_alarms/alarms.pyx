# cython: language_level=3
"""Alarms by minute: a table of C, as there are many of them."""
from cpython.ref cimport PyObject

cdef class Alarms:
    cdef PyObject *calls[1440]

    def __cinit__(self):
        cdef int minute
        for minute in range(1440):
            self.calls[minute] = NULL

    def at(self, int minute, call):
        self.calls[minute % 1440] = <PyObject *>call

    def pass_by(self, int begin, int end):
        cdef int minute
        for minute in range(begin, end):
            if self.calls[minute] != NULL:
                (<object>self.calls[minute])(minute)
