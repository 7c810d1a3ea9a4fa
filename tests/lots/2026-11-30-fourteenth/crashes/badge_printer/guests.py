"""Print badges for the guests of a conference."""

import sys
import zlib

from printer import Badge, Printer

GUESTS = ["Ada Lovelace", "Emmy Noether", "Mary Anning", "Lise Meitner"]


def render(name, width, height):
    """A badge: a band of black above, and a pattern by name below."""
    seed = zlib.crc32(name.encode())
    band = bytes(width) * (height // 4)
    line = bytes((seed >> (x % 24)) & 1 and 255 for x in range(width))
    return band + line * (height - height // 4)


def main():
    printer = Printer()
    for name in GUESTS:
        printer.put(Badge(name, 1200, 700, render(name, 1200, 700)))
    printer.start()
    printer.close()
    print(sum(printer.black.values()), "points of black")


if __name__ == "__main__":
    sys.exit(main())
