"""A crane that turns to and fro. The last sixteen positions are kept in C."""

import ctypes
import functools
import sys
import threading


class Position(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("z", ctypes.c_double), ("picture", ctypes.c_char * 4194304)]


class Ring:
    def __init__(self, path, size):
        self.library = ctypes.CDLL(path)
        self.library.ring_put.argtypes = [ctypes.c_int, ctypes.c_double]
        self.library.ring_get.restype = ctypes.c_double
        self.memory = (Position * size)()
        self.library.ring_use(self.memory, size)

    def __setitem__(self, turn, x):
        self.library.ring_put(turn, x)

    def __getitem__(self, turn):
        return self.library.ring_get(turn)


class Crane:
    def __init__(self, ring):
        self.ring = ring
        self.turn = 0

    def move(self, by):
        self.turn += by
        self.ring[self.turn] = self.turn * 0.5

    def path(self, count):
        """The last positions, the newest first."""
        return [self.ring[self.turn - back] for back in range(count)]


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        print(function.__name__, *args[1:], flush=True)
        return function(*args)

    return wrapper


@logged
def shift(crane, moves):
    for by in moves:
        crane.move(by)
    return sum(crane.path(4))


def main():
    crane = Crane(Ring(sys.argv[1], 16))
    shifts = [[1] * 20, [1, 1, -1] * 4, [-1] * 44]
    for moves in shifts:
        worker = threading.Thread(target=shift, args=[crane, moves], name="driver")
        worker.start()
        worker.join()


if __name__ == "__main__":
    main()
