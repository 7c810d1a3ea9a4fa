"""A fleet of boats, some of which tow others. In processes of a pool, by yard."""

import concurrent.futures
import ctypes
import dataclasses
import functools
import multiprocessing
import sys


@functools.lru_cache
def library(path):
    loaded = ctypes.CDLL(path)
    loaded.boat_new.argtypes = [ctypes.c_double, ctypes.c_int]
    loaded.boat_new.restype = ctypes.c_void_p
    loaded.boat_tow.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    return loaded


@dataclasses.dataclass
class Boat:
    path: str
    length: float
    seats: int

    def __post_init__(self):
        self.handle = library(self.path).boat_new(self.length, self.seats)

    def tow(self, other):
        library(self.path).boat_tow(self.handle, other.handle)

    def all_seats(self):
        return library(self.path).boat_seats(self.handle)


def yard(path, count):
    boats = [Boat(path, 6.5 + n, 4) for n in range(count)]
    for first, second in zip(boats, boats[1:]):
        first.tow(second)
    return boats[0].all_seats()


def main():
    print(yard(sys.argv[1], 1 + len(sys.argv)), flush=True)
    with concurrent.futures.ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("spawn")
    ) as pool:
        print(pool.submit(yard, sys.argv[1], 3).result())


if __name__ == "__main__":
    main()
