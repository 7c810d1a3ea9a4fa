"""A mill that grinds for minutes, in one call of C; a miller looks at the ticks meanwhile."""

import ctypes
import sys
import threading
import time


class Mill:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.mill_grind.restype = ctypes.c_long
        self.library.mill_grind.argtypes = [ctypes.c_long]
        self.flour = 0

    def grind(self, grains):
        self.flour += self.library.mill_grind(grains)
        return self.flour


class Miller(threading.Thread):
    """Tells what the clock of the mill says."""

    def __init__(self, mill):
        super().__init__(name="miller", daemon=True)
        self.mill = mill

    def run(self):
        while True:
            time.sleep(5)
            print(self.mill.library.sampler_ticks(), "ticks", flush=True)


def main():
    mill = Mill(sys.argv[1])
    Miller(mill).start()
    mill.library.sampler_start(2000)
    for day in range(1, 4):
        print("day", day, mill.grind(1_000_000_000), flush=True)


if __name__ == "__main__":
    main()
