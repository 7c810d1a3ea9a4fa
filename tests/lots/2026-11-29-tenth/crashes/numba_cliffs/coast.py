"""How high and how steep are the cliffs of a coast?"""

import ctypes
import sys

import measures
import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.cliffs_apply.restype = ctypes.c_double
library.cliffs_apply.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]


def apply(measure, heights):
    return library.cliffs_apply(measure.address, heights.ctypes.data, heights.nbytes)


def main():
    heights = np.zeros(12_000_000)
    heights[77] = 40
    print("highest", apply(measures.highest, heights), flush=True)
    print("steepest", apply(measures.steepest, heights), flush=True)


main()
