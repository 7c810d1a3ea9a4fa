"""Makes the pyramids of scans as they come in.

    python scan_service.py LIBRARY
"""

import concurrent.futures
import logging
import random
import sys

from pyramid import Halver, Level, pyramid

log = logging.getLogger("scans")

SIZES = {"card": (640, 384), "letter": (1280, 1024), "strip": (515, 67), "plan": (769, 513), "stamp": (131, 99)}


class Service:
    def __init__(self, path):
        self.halver = Halver(path)
        self.pool = concurrent.futures.ThreadPoolExecutor(1, "pyramid")
        self.rng = random.Random(9)

    def scan(self, name):
        width, height = SIZES[name]
        return Level(width, height, self.rng.randbytes(width * height))

    def levels(self, name):
        return [(level.width, level.height, round(level.mean(), 1)) for level in pyramid(self.halver, self.scan(name))]

    def run(self):
        for name, levels in zip(SIZES, self.pool.map(self.levels, SIZES)):
            log.info("%s: %d levels", name, len(levels))
            print(name, levels, flush=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    Service(sys.argv[1]).run()
