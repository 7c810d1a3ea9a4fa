# zoo: cause=out-of-bounds signal=SIGABRT|SIGSEGV needs=gcc,numpy native=smooth.c settings=guard names=line
import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "smooth.so"))
library.smooth.argtypes = [ctypes.c_void_p, ctypes.c_long]


def smooth(line):
    library.smooth(line.ctypes.data, line.nbytes)  # <-- here


def main():
    lines = [np.linspace(0, 1, 100) for _ in range(10)]
    for line in lines:
        smooth(line)
    del line, lines
    np.zeros(100_000).sum()


main()
