from cpython cimport array
import array


cdef class Counts:
    """Counts of grains, one a minute; there is always room for what comes."""

    cdef array.array values
    cdef Py_ssize_t used

    def __cinit__(self, Py_ssize_t room):
        self.values = array.clone(array.array("i"), room, zero=True)
        self.used = 0

    def add(self, int count):
        if self.used == len(self.values):
            array.resize(self.values, 4 * len(self.values))
        self.values.data.as_ints[self.used] = count
        self.used += 1

    def window(self, Py_ssize_t first, Py_ssize_t last):
        return Window(self.values, first, last)

    def __len__(self):
        return self.used


cdef class Window:
    cdef int[::1] part

    def __cinit__(self, array.array values, Py_ssize_t first, Py_ssize_t last):
        cdef int[::1] whole = values
        self.part = whole[first:last]

    def peak(self):
        cdef int best = 0
        cdef Py_ssize_t i
        for i in range(self.part.shape[0]):
            if self.part[i] > best:
                best = self.part[i]
        return best
