# cython: language_level=3
"""Seats of a hall as a bitmap, changed by one clerk at a time."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.pythread cimport (
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_free_lock,
    PyThread_release_lock,
    PyThread_type_lock,
    WAIT_LOCK,
)
from libc.string cimport memset


cdef class Hall:
    cdef PyThread_type_lock lock
    cdef unsigned char *taken
    cdef readonly int size
    cdef object listener

    def __cinit__(self, int size, listener):
        self.lock = PyThread_allocate_lock()
        self.taken = <unsigned char *>PyMem_Malloc(size)
        if self.taken == NULL or self.lock == NULL:
            raise MemoryError()
        memset(self.taken, 0, size)
        self.size = size
        self.listener = listener

    def __dealloc__(self):
        PyMem_Free(self.taken)
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    cdef int find(self, int number):
        cdef int at, run = 0
        for at in range(self.size):
            run = 0 if self.taken[at] else run + 1
            if run == number:
                return at - number + 1
        return -1

    def take(self, int number, str guest):
        cdef int first, at
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        try:
            first = self.find(number)
            if first >= 0:
                for at in range(first, first + number):
                    self.taken[at] = 1
                self.listener(guest, first, number)
            return first
        finally:
            PyThread_release_lock(self.lock)

    def give_back(self, int first, int number):
        cdef int at
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        for at in range(first, first + number):
            self.taken[at] = 0
        PyThread_release_lock(self.lock)

    def free(self):
        cdef int at, count = 0
        for at in range(self.size):
            count += not self.taken[at]
        return count
