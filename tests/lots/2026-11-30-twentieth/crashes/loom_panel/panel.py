"""A panel that stops its loom after a number of rows."""
import ctypes
import sys
import threading

SEEN = ctypes.CFUNCTYPE(None, ctypes.c_int)


class Loom:
    def __init__(self, path, rows):
        self.library = ctypes.CDLL(path)
        self.library.loom_start.restype = ctypes.c_void_p
        self.library.loom_stop.argtypes = [ctypes.c_void_p]
        self.rows = rows
        self.done = threading.Event()
        self.seen = SEEN(self.row)
        self.handle = None

    def start(self):
        self.handle = self.library.loom_start(self.seen)
        return self

    def row(self, number):
        if number == self.rows:
            self.stop()

    def stop(self):
        self.library.loom_stop(self.handle)
        self.done.set()


def main():
    loom = Loom(sys.argv[1], 30).start()
    while not loom.done.wait(1):
        print("weaving")


if __name__ == "__main__":
    main()
