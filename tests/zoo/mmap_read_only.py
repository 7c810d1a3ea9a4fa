# zoo: cause=write-to-read-only signal=SIGSEGV needs=numpy core=yes names=pixels first=yes
import ctypes
import mmap
import tempfile

import numpy as np


def main():
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(65536))
        file.flush()
        area = mmap.mmap(file.fileno(), 65536, access=mmap.ACCESS_READ)
        pixels = np.frombuffer(area, dtype=np.uint8)
        ctypes.memset(pixels.ctypes.data + 100, 255, 16)  # <-- here


main()
