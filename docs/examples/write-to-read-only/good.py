"""Blank the borders of a scan that is too large for memory."""

import ctypes

import numpy as np

BORDER = 8


def blank_borders(scan):
    width = BORDER * scan.itemsize
    for row in range(scan.shape[0]):
        start = scan[row].ctypes.data
        ctypes.memset(start, 0, width)
        ctypes.memset(start + scan[row].nbytes - width, 0, width)


np.save("scan.npy", np.full((512, 512), 200, dtype=np.uint16))
scan = np.load("scan.npy", mmap_mode="r+")
blank_borders(scan)
print("darkest", scan.min(), "brightest", scan.max())
