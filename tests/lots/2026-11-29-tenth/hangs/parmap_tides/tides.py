"""Tides of many harbours, worked out in processes: `tides.py --moon 0.7 Ems Elbe`"""

import argparse
import logging
import math
import sys

import parmap
from harbours import chosen
from limits import frugal

log = logging.getLogger("tides")


@frugal(seconds=1, megabytes=2000)
def tide(harbour, moon):
    height = 0.0
    for step in range(harbour.steps):
        height += math.sin(moon * step + harbour.phase()) / (step + 1)
    return harbour.name, round(height * harbour.depth / 10, 3)


class Report:
    def __init__(self, out=sys.stdout):
        self.out = out
        self.lines = 0

    def add(self, name, height):
        self.lines += 1
        print(f"{name:8} {height:7.3f} m", file=self.out, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--moon", type=float, default=0.7)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    harbours = chosen(options.names)
    log.info("%d harbours", len(harbours))
    report = Report()
    heights = parmap.map(tide, harbours, options.moon, pm_processes=2, pm_chunksize=1)
    for name, height in heights:
        report.add(name, height)
    log.info("%d lines", report.lines)


if __name__ == "__main__":
    main()
