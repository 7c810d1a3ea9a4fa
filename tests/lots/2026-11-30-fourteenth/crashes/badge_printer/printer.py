"""The printer's library (cffi in ABI mode), and a queue in front of it."""

import queue
import threading
from pathlib import Path

import cffi

ffi = cffi.FFI()
ffi.cdef("""
    struct badge { int width, height; const unsigned char *rows; };
    long badge_black(const struct badge *);
""")
lib = ffi.dlopen(str(Path(__file__).with_name("badge.so")))


class Badge:
    def __init__(self, name, width, height, rows):
        if len(rows) != width * height:
            raise ValueError(f"{len(rows)} bytes for {width} x {height}")
        self.name = name
        self.width = width
        self.height = height
        self.rows = ffi.cast("const unsigned char *", ffi.from_buffer(rows))

    def as_c(self):
        return ffi.new("struct badge *", [self.width, self.height, self.rows])


class Printer(threading.Thread):
    def __init__(self):
        super().__init__(name="printer")
        self.jobs = queue.Queue()
        self.black = {}

    def put(self, badge):
        self.jobs.put(badge)

    def close(self):
        self.jobs.put(None)
        self.join()

    def run(self):
        while (badge := self.jobs.get()) is not None:
            self.black[badge.name] = lib.badge_black(badge.as_c())
            print(badge.name, self.black[badge.name], flush=True)
