# zoo: cause=misaligned-access signal=SIGSEGV needs=gcc native=table.c core=yes names=block first=yes
import array
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/table.so")
library.clear_block.argtypes = [ctypes.c_void_p]


def clear(block, start):
    address, _ = block.buffer_info()
    library.clear_block(address + -address % 16 + 4 * start)  # <-- here


block = array.array("f", [1.0] * 64)
for start in (0, 4, 8, 9):
    clear(block, start)
