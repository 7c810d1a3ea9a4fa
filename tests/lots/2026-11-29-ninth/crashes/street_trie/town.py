"""Looks streets up in a thread while the trie is made again by night."""

import concurrent.futures
import logging
import os
import tempfile

import clerks
import streets


class Town:
    def __init__(self, folder):
        self.streets = streets.Streets(os.path.join(folder, "streets.marisa"), 40)
        self.clerks = concurrent.futures.ThreadPoolExecutor(2, "clerk")
        self.counter = clerks.Counter()

    def look_up(self, prefix):
        found = self.streets.starting_with(prefix)
        self.counter.add(prefix, found)
        return prefix, len(found)

    def day(self, prefixes):
        for prefix, count in self.clerks.map(self.look_up, prefixes):
            print(prefix, count, flush=True)

    def night(self, districts):
        """Some districts have gone to another town."""
        self.streets.build(districts)


def main():
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        town = Town(folder)
        town.day(["Lind", "Kvarn", "Sjöek"])
        print(town.counter.summary(), flush=True)
        town.night(1)
        town.day(["Alm", "Skol", "Rönn"])


if __name__ == "__main__":
    main()
