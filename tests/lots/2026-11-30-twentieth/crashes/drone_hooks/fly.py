"""Flies a list of legs; the library tells of landings by a hook."""
import ctypes
import sys
from concurrent.futures import ThreadPoolExecutor

library = ctypes.CDLL(sys.argv[1])


def leg(metres):
    return library.drone_fly(metres)


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        print(list(pool.map(leg, [20, 60, 85, 120])))
