"""How wide must the sign of a tour be? A library adds the names of its stops up."""

import ctypes
import os
import sys

library = ctypes.CDLL(os.path.abspath(sys.argv[1]))
library.stops_letters.restype = ctypes.c_long
library.stops_letters.argtypes = [ctypes.POINTER(ctypes.c_char_p)]

PLACES = ("Harbour", "Castle", "Old Mill", "Museum", "Abbey")


class Tour:
    def __init__(self, stops):
        self.stops = stops

    def letters(self):
        names = [stop.encode() for stop in self.stops]
        array = (ctypes.c_char_p * len(names))(*names)
        return library.stops_letters(array)


def main():
    for days in (5, 9, 13):
        stops = [f"{place} of day {day}" for day in range(days) for place in PLACES]
        print(days, "days:", Tour(stops).letters(), flush=True)


if __name__ == "__main__":
    main()
