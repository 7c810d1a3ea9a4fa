# A key is equal at the first look and not at the second: pop() finds its place, and no value.
# https://github.com/python/cpython/issues/154817
from collections import OrderedDict


class Session:
    def __init__(self, number):
        self.number = number
        self.looks = 0

    def __hash__(self):
        return 4711

    def __eq__(self, other):
        self.looks += 1
        return self.looks == 1


def end(sessions, number):
    return sessions.pop(Session(number))  # <-- here


sessions = OrderedDict()
sessions[Session(1)] = "open"
print(end(sessions, 1))
