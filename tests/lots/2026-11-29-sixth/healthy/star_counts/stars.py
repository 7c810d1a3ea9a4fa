"""Two threads count the points of large circles in C, without the GIL; the main one joins them."""

import ctypes
import sys
import threading

library = ctypes.CDLL(sys.argv[1])
library.points_within.restype = ctypes.c_long
library.points_within.argtypes = [ctypes.c_long]


def count(radius):
    print(radius, library.points_within(radius), flush=True)


def main():
    threads = [threading.Thread(target=count, args=(radius,)) for radius in (400_000, 500_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
