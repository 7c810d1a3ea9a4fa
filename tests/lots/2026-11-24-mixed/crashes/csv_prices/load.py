import csv
import ctypes
import io
import sys

TABLE = """article;price
paper;4.20
ink;11.05
pens;2
stapler;.90
glue;1.15
"""

library = ctypes.CDLL(sys.argv[1])
library.prices_add.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
library.prices_total.restype = ctypes.c_long


def load(file):
    for row in csv.DictReader(file, delimiter=";"):
        library.prices_add(row["article"].encode(), row["price"].encode())  # <-- here
    return library.prices_total()


print(load(io.StringIO(TABLE)))
