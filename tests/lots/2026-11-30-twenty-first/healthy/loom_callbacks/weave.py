"""Weaves in one native call that calls back each two seconds; a thread counts what it is told."""

import ctypes
import pathlib
import queue
import threading

ROW = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


class Loom:
    def __init__(self):
        self.library = ctypes.CDLL(str(pathlib.Path(__file__).resolve().parents[2] / "libloom.so"))
        self.library.loom_run.argtypes = [ctypes.c_int, ROW]
        self.rows = queue.Queue()

    def run(self, rows):
        return self.library.loom_run(rows, ROW(self._row))

    def _row(self, row):
        self.rows.put(row)
        return 0


def teller(loom):
    while True:
        row = loom.rows.get()
        if row % 5 == 0:
            print("row", row, flush=True)


def main():
    loom = Loom()
    threading.Thread(target=teller, args=(loom,), name="teller", daemon=True).start()
    print(loom.run(60), "rows")


if __name__ == "__main__":
    main()
