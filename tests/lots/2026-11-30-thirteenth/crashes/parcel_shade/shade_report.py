"""How much of each parcel lies in the shade in the afternoon."""

import argparse
import logging
import time

from _shade import Shader
from terrain import PARCELS

log = logging.getLogger("shade")


class Stopwatch:
    def __init__(self, what):
        self.what = what

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *error):
        log.info("%s: %.3f s", self.what, time.perf_counter() - self.start)


def report(shader, parcels, cell):
    for parcel in parcels:
        heights = parcel.heights()
        with Stopwatch(parcel.name):
            share = shader.shaded(heights, cell)
        yield parcel.name, shader.highest(heights), share


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cell", type=float, default=0.5)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    for name, highest, share in report(Shader(azimuth=230, altitude=21), PARCELS, options.cell):
        print(f"{name:12} up to {highest:5.1f} m, {share:.1%} in the shade", flush=True)


if __name__ == "__main__":
    main()
