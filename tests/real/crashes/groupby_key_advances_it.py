# The comparison of two keys moves the grouping on, and both keys are gone.
# https://github.com/python/cpython/issues/143543
import itertools


class Day:
    def __init__(self, name):
        self.name = name
        self.notes = [name] * 50

    def __eq__(self, other):
        if self.name == "monday":  # <-- also
            self.name = "over"
            next(groups, None)  # <-- here
            next(groups, None)  # <-- here
        return NotImplemented


def days():
    for name in ["monday", "tuesday", "wednesday", "thursday"]:
        yield Day(name)


def walk():
    global groups
    groups = itertools.groupby(days())
    next(groups)
    next(groups)  # <-- here


for _ in range(5000):
    try:
        walk()
    except AttributeError:  # the key was gone, and its memory not taken yet
        pass
