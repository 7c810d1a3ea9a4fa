# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=canvas first=yes
import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

lock = threading.Lock()


def paint(canvas, row, colour):
    line = ctypes.cast(canvas.ctypes.data, ctypes.POINTER(ctypes.c_int32))
    with lock:
        line[row * canvas.shape[1]] = colour  # <-- here


def main():
    canvas = np.zeros((256, 1024), dtype=np.int32)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda row: paint(canvas, row, 7), [0, 100, 255, 9_000_000]))


main()
