"""Heat in a plate whose edges are kept at a temperature; the inner loop is in C."""

import ctypes
import pathlib
import sys

import numpy as np

LIB = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parent / "plate.so"))
LIB.relax.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
LIB.relax.restype = None


class Plate:
    def __init__(self, rows, columns, top=100.0):
        self.now = np.full((rows, columns), 20.0)
        self.now[0] = top
        self.next = self.now.copy()

    def step(self):
        rows, columns = self.now.shape
        LIB.relax(self.now.ctypes.data, self.next.ctypes.data, rows, columns)
        self.now, self.next = self.next, self.now

    def warmest(self):
        return float(self.now[1:-1].max())


def main():
    plate = Plate(40, 60)
    for number in range(200):
        plate.step()
        if number % 50 == 0:
            print(number, round(plate.warmest(), 2), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
