"""Means of a sensor's rows, asked for by a web page (litestar's test client)."""

import ctypes
import os

import litestar
import numpy
from litestar.testing import TestClient


class Rows:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.rows_new.restype = ctypes.c_void_p
        self.library.rows_mean.restype = ctypes.c_float
        self.handle = ctypes.c_void_p(self.library.rows_new())

    def add(self, values):
        values = numpy.asarray(values, numpy.float32)
        self.library.rows_add(self.handle, ctypes.c_void_p(values.ctypes.data), values.size)

    def mean(self, row):
        return self.library.rows_mean(self.handle, row)


rows = Rows(os.environ["ROWS"])
for start in range(6):
    rows.add(range(start, start + 4))


@litestar.get("/mean/{row:int}", sync_to_thread=True)
def mean(row: int) -> dict:
    return {"row": row, "mean": rows.mean(row)}


def main():
    with TestClient(litestar.Litestar([mean])) as client:
        for row in (0, 5, 6):
            print(client.get(f"/mean/{row}").json(), flush=True)


if __name__ == "__main__":
    main()
