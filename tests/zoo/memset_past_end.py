# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy core=yes names=image
import ctypes

import numpy as np


def clear(image, count):
    ctypes.memset(image.ctypes.data, 0, count)  # <-- here


def main():
    image = np.ones((512, 512), dtype=np.uint8)
    clear(image, 1 << 32)


main()
