"""Show the first samples of each sensor, sorted by value.

    python export.py --samples 40 --first 5
"""

import argparse
import collections
import logging
import os
import sys

from pipeline import Pipeline

HERE = os.path.dirname(os.path.abspath(__file__))
Sample = collections.namedtuple("Sample", "number value")


class Sensor:
    def __init__(self, name, samples):
        self.name = name
        self.samples = samples

    def first(self, count):
        """The first `count` samples. A program of the maker writes them."""
        pipeline = Pipeline() | [sys.executable, os.path.join(HERE, "samples.py"), str(self.samples)]
        pipeline |= ["head", "-n", str(count)]
        pipeline |= ["sort", "-t;", "-k2", "-n"]
        for line in pipeline.output().splitlines():
            number, value = line.split(";")
            yield Sample(int(number), float(value))


class Report:
    def __init__(self, out):
        self.out = out
        self.rows = 0

    def add(self, sensor, samples):
        for sample in samples:
            print(f"{sensor.name:10} {sample.number:6} {sample.value:8.1f}", file=self.out, flush=True)
            self.rows += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=5)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if options.verbose else logging.WARNING)
    sensors = [Sensor("cellar", 40), Sensor("roof", 400), Sensor("river", 400_000)]
    report = Report(sys.stdout)
    for sensor in sensors:
        report.add(sensor, sensor.first(options.first))
    print(report.rows, "rows")


if __name__ == "__main__":
    main()
