"""An index of vectors (hnswlib): it takes minutes to build, and questions wait for it."""

import threading
import time

import hnswlib
import numpy as np


class Shelf:
    def __init__(self, size, count):
        self.chance = np.random.default_rng(7)
        self.index = hnswlib.Index(space="l2", dim=size)
        self.index.init_index(max_elements=count, ef_construction=400, M=32)
        self.size, self.count = size, count
        self.ready = threading.Event()

    def fill(self):
        vectors = self.chance.normal(size=(self.count, self.size)).astype(np.float32)
        self.index.add_items(vectors, num_threads=1)
        self.ready.set()

    def near(self, vector):
        self.ready.wait()
        return self.index.knn_query(vector, k=3)[0]


def main():
    shelf = Shelf(96, 120_000)
    threading.Thread(target=shelf.fill, name="fill").start()
    started = time.monotonic()
    print(shelf.near(np.zeros(96, np.float32)))
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
