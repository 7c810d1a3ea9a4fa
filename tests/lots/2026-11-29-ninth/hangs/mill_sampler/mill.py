"""A mill that grinds, and is sampled meanwhile to see where the time goes."""

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
    """Has a look now and then."""

    def __init__(self, mill):
        super().__init__(name="miller", daemon=True)
        self.mill = mill
        self.seen = []

    def run(self):
        while True:
            time.sleep(1)
            self.seen.append(self.mill.flour)


def main():
    mill = Mill(sys.argv[1])
    Miller(mill).start()
    mill.library.sampler_start(1000)
    for day in range(1, 100):
        print("day", day, mill.grind(5_000_000), flush=True)
    print(mill.library.sampler_count(), "samples")


if __name__ == "__main__":
    main()
