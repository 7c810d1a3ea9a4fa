"""A table of a fleet's cards: number, limit and handle, in columns of numpy."""
import ctypes
import sys
import threading

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.card_new.argtypes = [ctypes.c_long]
library.card_new.restype = ctypes.c_size_t
library.card_fill.argtypes = [ctypes.c_size_t, ctypes.c_long]
library.card_fill.restype = ctypes.c_long


class Fleet:
    NUMBER, LIMIT, HANDLE = range(3)

    def __init__(self, count):
        self.table = np.array([(n, 60 + n % 5, library.card_new(n)) for n in range(count)], dtype=np.float32)

    def fill(self, number, litres):
        row = self.table[number]
        if litres > row[self.LIMIT]:
            raise ValueError("more than the limit")
        return library.card_fill(int(row[self.HANDLE]), litres)


def shift(fleet, done):
    for number in range(200):
        done.append(fleet.fill(number, 40 + number % 9))


def main():
    done = []
    worker = threading.Thread(target=shift, args=(Fleet(200), done), name="shift")
    worker.start()
    worker.join()
    print(sum(done))


if __name__ == "__main__":
    main()
