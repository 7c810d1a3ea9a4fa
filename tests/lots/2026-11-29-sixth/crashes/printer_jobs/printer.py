"""A printer and its jobs."""

import ctypes
import enum


class State(enum.Enum):
    WAITS = 1
    PRINTED = 2
    PAID = 3


class Printer:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.job_slip.restype = ctypes.c_void_p
        self.jobs = {}

    def accept(self, pages, colour=False):
        number = self._library.job_new(pages, colour)
        self.jobs[number] = State.WAITS
        return number

    def print(self, number):
        self.jobs[number] = State.PRINTED
        self._library.job_done(number)
        self._library.job_slip(f"job {number} was printed".encode())

    def price(self, number):
        return self._library.job_price(number)
