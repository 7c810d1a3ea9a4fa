"""Menus of a canteen, read by the library of the till."""

import ctypes
import logging
import sys

log = logging.getLogger("menus")
WEEK = {
    "Monday": "pea soup:65;pancakes:30",
    "Tuesday": "herring:80;potatoes:20;dill:5",
    "Wednesday": "stew:75;bread:",
    "Thursday": "pea soup:65;punch:25",
}


class Till:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.menu_sum.argtypes = [ctypes.c_char_p]
        self.library.menu_sum.restype = ctypes.c_long
        self.library.menu_reason.restype = ctypes.c_char_p

    def sum(self, menu):
        found = self.library.menu_sum(menu.encode())
        if found < 0:
            raise ValueError(self.library.menu_reason().decode())
        return found


def prices(till, week):
    for day, menu in week.items():
        try:
            yield day, till.sum(menu)
        except ValueError as error:
            log.warning("%s: %s", day, error)


def main():
    logging.basicConfig(level=logging.INFO)
    for day, price in prices(Till(sys.argv[1]), WEEK):
        print(day, price, flush=True)


if __name__ == "__main__":
    main()
