"""A carpenter's list of planks, in the units of old drawings."""

import ctypes
import functools
import logging
import re
import sys

log = logging.getLogger("carpenter")
PLANKS = ["3 foot", "12 inch", "2 cubit", "40 inch"]


class Units:
    def __init__(self, path):
        log.info("loading the units")
        self.library = ctypes.CDLL(path)
        self.library.unit_factor.argtypes = [ctypes.c_char_p]
        self.library.unit_factor.restype = ctypes.c_double

    @functools.cache
    def factor(self, name):
        factor = self.library.unit_factor(name.encode())
        if not factor:
            raise KeyError(name)
        return factor

    def metres(self, text):
        number, unit = re.fullmatch(r"([\d.]+) (\w+)", text).groups()
        return float(number) * self.factor(unit)


def main():
    logging.basicConfig(level=logging.INFO)
    units = Units(sys.argv[1])
    for plank in PLANKS:
        print(f"{plank}: {units.metres(plank):.3f} m", flush=True)


if __name__ == "__main__":
    main()
