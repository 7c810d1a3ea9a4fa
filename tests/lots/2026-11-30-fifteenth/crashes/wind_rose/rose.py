import ctypes
import os
import sys
import threading

import numpy as np

from station import Station

lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rose.so"))
array = np.ctypeslib.ndpointer(dtype=np.float64, flags="C_CONTIGUOUS")
lib.rose_add.argtypes = [array, array, ctypes.c_long, array, ctypes.c_long]
lib.rose_add.restype = None


class Rose:
    def __init__(self, speeds=25):
        self.counts = np.zeros((36, speeds))

    def add(self, day):
        lib.rose_add(day.degrees, day.speeds, len(day.degrees), self.counts, self.counts.shape[1])

    def main_sector(self):
        return int(self.counts.sum(axis=1).argmax()) * 10


def week():
    station = Station(11)
    rose = Rose()
    for name, frozen in [("Mon", 0), ("Tue", 0), ("Wed", 0), ("Thu", 25), ("Fri", 0)]:
        rose.add(station.day(name, frozen))
        print(name, rose.main_sector(), flush=True)


def main():
    worker = threading.Thread(target=week, name="week")
    worker.start()
    worker.join()
    return 0


if __name__ == "__main__":
    sys.exit(main())
