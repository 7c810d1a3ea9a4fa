"""Checks whose failures are expected: each raises an exception of its own."""

import time


class CheckError(Exception):
    def __init__(self, name, reason):
        super().__init__(f"{name}: {reason}")
        self.code = 1 << len(name) % 3


class Check:
    registry = []

    def __init__(self, name, seconds):
        self.name = name
        self.seconds = seconds

    def __call__(self, function):
        self.function = function
        self.registry.append(self)
        return function

    def run(self):
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            self.function()
        raise CheckError(self.name, "takes too long")


@Check("disk", 4)
def disk():
    sum(range(1000))


@Check("load", 5)
def load():
    sorted(range(1000), key=lambda n: -n)


@Check("doors", 6)
def doors():
    time.sleep(0.1)
