"""A clock tower. What is to ring is told by rules, of which some ring more bells."""

import ctypes
import functools
import sys

import feasts

Listener = ctypes.CFUNCTYPE(None, ctypes.c_int)


class Rules:
    def __init__(self):
        self.by_hour = {}

    def at(self, hour):
        def decorate(function):
            self.by_hour.setdefault(hour, []).append(function)
            return function

        return decorate

    def apply(self, clock, hour):
        for function in self.by_hour.get(hour, []):
            function(clock)


rules = Rules()


class Clock:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.bells_ring.restype = ctypes.c_long
        self.rung = 0

    def add(self, hour):
        self.library.bells_add(hour)

    def heard(self, hour):
        self.rung += 1
        rules.apply(self, hour)

    def ring(self):
        listener = Listener(self.heard)
        return self.library.bells_ring(listener)


@rules.at(6)
def morning(clock):
    print("it is morning", flush=True)


@rules.at(12)
def noon(clock):
    """At noon, all others ring as well."""
    for _ in range(800):
        clock.add(0)


def main():
    clock = Clock(sys.argv[1])
    for hour in functools.reduce(list.__add__, [[hour] * feasts.USUAL for hour in range(1, 24)]):
        clock.add(hour)
    print(clock.ring(), "is the sum", flush=True)


if __name__ == "__main__":
    main()
