"""How many pages of how many rows? Divided by the C library, as in the old program."""

import ctypes


class Division(ctypes.Structure):
    _fields_ = [("quotient", ctypes.c_int), ("rest", ctypes.c_int)]


libc = ctypes.CDLL(None)
libc.div.restype = Division


def pages(rows, height, row_height):
    """How many pages it takes to print the rows."""
    rows_of_a_page = max(1, libc.div(height, row_height).quotient)
    filled = libc.div(rows, rows_of_a_page)
    return filled.quotient + (filled.rest > 0)


for name, row_height in (("normal", 12), ("large", 24), ("poster", 900)):
    print(name, pages(1000, 842, row_height))
