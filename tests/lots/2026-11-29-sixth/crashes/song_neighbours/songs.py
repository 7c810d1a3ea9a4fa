"""An index of songs (annoy), in a file that is mapped."""

import contextlib
import os
import random

import annoy

SIZE = 24


def build(path, count, seed):
    chance = random.Random(seed)
    index = annoy.AnnoyIndex(SIZE, "angular")
    for song in range(count):
        index.add_item(song, [chance.gauss(0, 1) for _ in range(SIZE)])
    index.build(6)
    index.save(path)


class Songs:
    def __init__(self, path):
        self.path = path
        self.index = annoy.AnnoyIndex(SIZE, "angular")
        self.index.load(path)

    def like(self, song, count=5):
        return self.index.get_nns_by_item(song, count)


@contextlib.contextmanager
def small_disk(path, kept):
    """Keeps only the head of a file while the block runs, as the disk is nearly full."""
    with open(path, "rb") as file:
        whole = file.read()
    os.truncate(path, kept)
    yield
    with open(path, "wb") as file:
        file.write(whole)
