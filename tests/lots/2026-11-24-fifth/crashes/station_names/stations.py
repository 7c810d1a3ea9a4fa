"""The station that this machine is, as its library says."""

import ctypes
import functools
import os

library = ctypes.CDLL(os.path.abspath(os.environ["STATION"]))


def cached(method):
    """Asks once, and keeps the answer with the object."""

    @functools.wraps(method)
    def asked(self):
        if method.__name__ not in self.known:
            self.known[method.__name__] = method(self)
        return self.known[method.__name__]

    return asked


class Station:
    def __init__(self, town):
        self.town = town
        self.known = {}

    @cached
    def number(self):
        return library.station_number()

    def title(self):
        return f"{self.town} {self.number()}"
