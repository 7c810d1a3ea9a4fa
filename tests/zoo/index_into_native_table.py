# zoo: cause=out-of-bounds signal=SIGSEGV needs=gcc native=table.c core=yes text=3000000000
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/table.so")
library.make_table.argtypes = [ctypes.c_long]
library.look_up.argtypes = [ctypes.c_long]
library.look_up.restype = ctypes.c_double


def price(article):
    return library.look_up(article)  # <-- here


library.make_table(500)
print(sum(price(article) for article in (7, 499, 3_000_000_000)))
