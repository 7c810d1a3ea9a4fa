"""What can be seen this evening?"""

import argparse
import os
import random
import tempfile
from contextlib import contextmanager

import catalogue

GREEK = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
FIGURES = ["Lyr", "Cyg", "Aql", "Her", "Oph", "Boo", "UMa", "Peg"]


def made_up(number, seed=3):
    rng = random.Random(seed)
    for at in range(number):
        name = f"{GREEK[at % 8]} {FIGURES[at // 8 % 8]} {at // 64}"
        yield name, rng.uniform(0, 24), rng.uniform(-90, 90), 1 + rng.gammavariate(6, 1)


@contextmanager
def stored(stars):
    handle, path = tempfile.mkstemp(suffix=".cat")
    os.close(handle)
    try:
        catalogue.write(path, list(stars))
        yield path
    finally:
        os.unlink(path)


class Evening:
    def __init__(self, latitude, hour):
        self.latitude = latitude
        self.hour = hour

    def up(self, entry):
        return entry.declination > self.latitude - 90 and abs(entry.right_ascension - self.hour) < 6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--latitude", type=float, default=48.0)
    parser.add_argument("--stars", type=int, default=9000)
    options = parser.parse_args()
    with stored(made_up(options.stars)) as path:
        sky = catalogue.Catalogue(path)
        evening = Evening(options.latitude, 19)
        bright = [entry for entry in sky.brighter(4.0) if evening.up(entry)]
        print(len(sky), "stars,", len(bright), "can be seen", flush=True)
        for entry in sorted(bright, key=lambda entry: entry.magnitude)[:10]:
            print(f"{entry.magnitude:5.2f}  {sky.name(entry)}", flush=True)


if __name__ == "__main__":
    main()
