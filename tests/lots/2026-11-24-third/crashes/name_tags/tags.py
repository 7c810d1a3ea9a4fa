"""Tags with names for a meeting."""

import ctypes
import dataclasses
import sys


@dataclasses.dataclass(frozen=True)
class Guest:
    first: str
    last: str


class Printer:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.tag_width.argtypes = [ctypes.c_char_p, ctypes.c_char_p]

    def width(self, guest):
        return self.library.tag_width(guest.first.encode(), guest.last.encode())


GUESTS = [
    Guest("Ada", "Miller"),
    Guest("Ben", "Ferryman"),
    Guest("Maximiliana Charlotte", "von Hohenwald-Lichtenstein zu Altenburg"),
]


def main():
    printer = Printer(sys.argv[1])
    for guest in GUESTS:
        print(guest.last, printer.width(guest), flush=True)


if __name__ == "__main__":
    main()
