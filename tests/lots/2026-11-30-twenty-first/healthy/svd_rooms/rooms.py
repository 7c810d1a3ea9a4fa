"""The sound of large rooms: singular values of large matrices, one after the other."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import threading  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402


class Room:
    def __init__(self, name, size):
        self.name = name
        self.size = size

    def matrix(self):
        chance = np.random.default_rng(self.size)
        return chance.normal(size=(self.size, self.size))

    def modes(self):
        _, values, _ = np.linalg.svd(self.matrix())
        return values[:3]


class Progress(threading.Thread):
    def run(self):
        while True:
            time.sleep(15)
            print("...", flush=True)


def main():
    Progress(daemon=True).start()
    for room in (Room("hall", 3200), Room("nave", 3400), Room("dome", 3600)):
        print(room.name, room.modes().round(1), flush=True)


if __name__ == "__main__":
    main()
