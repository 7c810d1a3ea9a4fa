"""Makes an index of sequences, and keeps it in a file for the next time."""

import argparse
import logging
import os
import pickle
import random
import sys
import tempfile
import threading
import time

from tree import Trie

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("index")


class Cache:
    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, f"{name}.pickle")

    def save(self, name, value):
        with open(self.path(name), "wb") as file:
            pickle.dump(value, file, protocol=5)

    def load(self, name):
        with open(self.path(name), "rb") as file:
            return pickle.load(file)


def sequences(count, length):
    chance = random.Random(5)
    for _ in range(count):
        yield "".join(chance.choices("ACGT", k=length))


def index(length):
    trie = Trie()
    for sequence in sequences(5, length):
        trie.insert(sequence)
    return trie


def alive():
    while True:
        time.sleep(1)
        log.info("still at it")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--length", type=int, default=90_000)
    options = parser.parse_args()
    threading.Thread(target=alive, name="alive", daemon=True).start()
    sys.setrecursionlimit(10_000_000)
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache(folder)
        for length in (50, 500, options.length):
            trie = index(length)
            cache.save(f"trie-{length}", trie)
            log.info("%d nodes, %d again", trie.size, cache.load(f"trie-{length}").size)


if __name__ == "__main__":
    main()
