# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
import numpy as np


cdef class Profile:
    """The floor of a cave, and, once it was measured, its ceiling."""

    cdef double[::1] floor
    cdef double[::1] ceiling
    cdef readonly str name

    def __init__(self, name, floor):
        self.name = name
        self.floor = np.ascontiguousarray(floor, dtype=np.float64)

    def measure(self, ceiling):
        if len(ceiling) != self.floor.shape[0]:
            raise ValueError("other places")
        self.ceiling = np.ascontiguousarray(ceiling, dtype=np.float64)

    def __len__(self):
        return self.floor.shape[0]

    cpdef double height(self, Py_ssize_t at):
        return self.ceiling[at] - self.floor[at]

    def narrowest(self):
        cdef Py_ssize_t at, best = 0
        for at in range(self.floor.shape[0]):
            if self.ceiling[at] - self.floor[at] < self.ceiling[best] - self.floor[best]:
                best = at
        return best
