"""Imports addresses of people, with a pool of threads."""

import concurrent.futures
import itertools
import sys

from geocoder import Geocoder

STREETS = ["Long Lane", "Baker Street", "Mill Road", "Kings Parade", "The Green"]


def addresses(count):
    streets = itertools.cycle(STREETS)
    for number in range(count):
        suffix = " ".join(["upper floor"] * (number % 40))
        yield f"{number} {next(streets)}, Flat {number % 7}, {suffix}, Cambridge"


class Importer:
    def __init__(self, path, threads):
        self.geocoder = Geocoder(path)
        self.threads = threads
        self.keys = {}

    def add(self, address):
        self.keys[self.geocoder.key(address)] = address  # <-- here

    def run(self, source):
        with concurrent.futures.ThreadPoolExecutor(self.threads, "import") as pool:
            for _ in pool.map(self.add, source, chunksize=1):
                pass
        return len(self.keys)


if __name__ == "__main__":
    importer = Importer(sys.argv[1], threads=6)
    print("first", importer.run(addresses(20)))
    print("all", importer.run(addresses(200_000)))
