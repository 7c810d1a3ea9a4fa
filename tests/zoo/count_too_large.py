# zoo: cause=out-of-bounds signal=SIGSEGV|SIGBUS needs=gcc native=table.c core=yes names=samples
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/table.so")
library.sum_of.restype = ctypes.c_double
library.sum_of.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_long]


def average(samples, count):
    return library.sum_of(samples, count) / count  # <-- here


def main():
    values = (ctypes.c_double * 64)(*range(64))
    for count in (8, 64, 1 << 33):
        print(average(values, count))


main()
