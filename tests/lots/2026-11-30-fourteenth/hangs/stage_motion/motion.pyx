# cython: language_level=3
"""Registers of the stage, and a wait for its axes that is as quick as the hardware."""

cdef extern from "unistd.h":
    int usleep(unsigned int)


cdef class Registers:
    cdef long values[16]

    def __init__(self):
        cdef int i
        for i in range(16):
            self.values[i] = 0

    def read(self, int number):
        return self.values[number]

    def write(self, int number, long value):
        self.values[number] = value

    def wait_for(self, int number, long value):
        """Until the register has the value; how many looks it took."""
        cdef long looks = 0
        while self.values[number] != value:
            usleep(200)
            looks += 1
        return looks
