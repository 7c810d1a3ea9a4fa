"""Sows fields of several sizes, in little memory, so that the machine stays usable."""

import contextlib
import ctypes
import logging
import random
import resource
import sys
import threading

log = logging.getLogger("sowing")
MEGABYTE = 1 << 20


def limit_memory(megabytes):
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))


class Fields:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.field_new.restype = ctypes.c_void_p
        self.library.field_new.argtypes = [ctypes.c_long, ctypes.c_long]
        self.library.field_sow.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_int]
        self.library.field_sum.argtypes = [ctypes.c_void_p]
        self.library.field_sum.restype = ctypes.c_long
        self.library.field_delete.argtypes = [ctypes.c_void_p]

    @contextlib.contextmanager
    def field(self, width, height):
        field = self.library.field_new(width, height)
        try:
            yield field
        finally:
            self.library.field_delete(field)

    def sown(self, width, height, chance):
        with self.field(width, height) as field:
            for _ in range(1000):
                x, y = chance.randrange(width), chance.randrange(height)
                self.library.field_sow(field, x, y, chance.randrange(1, 4))
            return self.library.field_sum(field)


def season(fields, sizes):
    chance = random.Random(7)
    for width, height in sizes:
        log.info("a field of %d times %d", width, height)
        print(fields.sown(width, height, chance), flush=True)


def main():
    logging.basicConfig(level=logging.INFO)
    limit_memory(1500)
    sizes = [(300, 400), (3000, 4000), (30000, 40000)]
    worker = threading.Thread(target=season, args=[Fields(sys.argv[1]), sizes], name="season")
    worker.start()
    worker.join()


if __name__ == "__main__":
    main()
