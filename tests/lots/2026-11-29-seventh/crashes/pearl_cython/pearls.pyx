"""Pearls on a string, by their place."""

cdef class Pearl:
    cdef public double size
    cdef Pearl next

    def __init__(self, double size):
        self.size = size

cdef class String:
    cdef Pearl first
    cdef public int count

    def add(self, Pearl pearl):
        pearl.next = self.first
        self.first = pearl
        self.count += 1

    cpdef double weight_until(self, int place):
        cdef Pearl pearl = self.first
        cdef double sum = 0
        cdef int i
        for i in range(place):
            sum += pearl.size ** 3
            pearl = pearl.next
        return sum
