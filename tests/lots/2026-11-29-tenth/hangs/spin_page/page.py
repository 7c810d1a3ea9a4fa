"""A page in shared memory that several processes write lines to, guarded by a native spin lock."""

import ctypes
import mmap
import os
import sys


class Page:
    def __init__(self, library, limit):
        self.library = ctypes.CDLL(library)
        self.memory = mmap.mmap(-1, mmap.PAGESIZE)
        self.address = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(self.memory)))
        self.limit = limit
        self.library.page_prepare(self.address)

    def add(self, lines):
        return self.library.page_add(self.address, lines, self.limit)


def writer(page, lines):
    child = os.fork()
    if not child:
        page.add(lines)
        os._exit(0)
    return child


def main():
    page = Page(sys.argv[1], limit=40)
    for lines in (12, 20, 15):
        os.waitpid(writer(page, lines), 0)
    print("lines:", page.add(1))


if __name__ == "__main__":
    main()
