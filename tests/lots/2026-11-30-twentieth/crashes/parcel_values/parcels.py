"""Adds up the declared values of parcels out of a file of csv."""
import csv
import ctypes
import io
import sys

FILE = "number,value\n1,12.50\n2,7\n3,gift\n4,80.00\n"


class Sheet:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.put_number.argtypes = [ctypes.c_double]
        self.library.put_text.argtypes = [ctypes.c_char_p]
        self.library.total.restype = ctypes.c_double

    def put(self, cell):
        try:
            self.library.put_number(float(cell))
        except ValueError:
            self.library.put_text(cell.encode())

    def total(self):
        return self.library.total()


def main():
    sheet = Sheet(sys.argv[1])
    for row in csv.DictReader(io.StringIO(FILE)):
        sheet.put(row["value"])
    print(sheet.total())


if __name__ == "__main__":
    main()
