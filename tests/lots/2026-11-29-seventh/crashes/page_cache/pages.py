"""Pages of a file, looked at where they lie (mmap), by addresses for a library."""

import ctypes
import mmap
import os
import tempfile


class Pages:
    SIZE = 4096

    def __init__(self, file, count):
        self.file = file
        self.map = mmap.mmap(file.fileno(), count * self.SIZE)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self.map))

    def page(self, number):
        return ctypes.string_at(self.start + number * self.SIZE, self.SIZE)


class Journal:
    """Lines in pages; the file is begun anew when it is full."""

    def __init__(self, count=8):
        self.file = tempfile.TemporaryFile()
        self.count = count
        self.file.truncate(count * Pages.SIZE)
        self.pages = Pages(self.file, count)
        self.line = 0

    def write(self, text):
        self.file.seek(self.line * Pages.SIZE)
        self.file.write(text.encode())
        self.file.flush()
        self.line += 1
        if self.line == self.count:
            self.begin_anew()

    def begin_anew(self):
        self.line = 0
        os.ftruncate(self.file.fileno(), Pages.SIZE)

    def read(self, number):
        return self.pages.page(number).rstrip(b"\0").decode()


def main():
    journal = Journal()
    for number in range(10):
        journal.write(f"entry {number}")
        print(journal.read(min(number, 7) if number < 8 else 5), flush=True)


if __name__ == "__main__":
    main()
