import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.line_end.restype = ctypes.c_char_p


def ends(numbers):
    return {number: library.line_end(number).decode() for number in numbers}


print("lines", *range(3), flush=True)
print(ends(range(3)))
