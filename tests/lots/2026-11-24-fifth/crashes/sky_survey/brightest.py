"""Finds the brightest pixels of plates, while a reduction writes new versions of them."""

import argparse
import tempfile

import numpy as np
from plates import Plates, sky


class Reduction:
    """Makes plates smaller, in place, as soon as they were looked at by somebody."""

    def __init__(self, plates):
        self.plates = plates

    def shrink(self, name):
        with open(self.plates.path(name), "r+b") as file:
            file.truncate(2880 + 400)


class Survey:
    def __init__(self, plates):
        self.plates = plates

    def brightest(self, name, changed):
        with self.plates.open(name) as hdus:
            pixels = hdus[0].data
            first = float(pixels[:8].max())
            changed(name)
            return first, float(np.max(pixels[-200:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plates = Plates(folder)
        survey = Survey(plates)
        reduction = Reduction(plates)
        for number, name in enumerate(("vega", "rigel")):
            plates.write(name, sky(options.size, number))
            changed = reduction.shrink if name == "rigel" else print
            print(name, survey.brightest(name, changed), flush=True)


if __name__ == "__main__":
    main()
