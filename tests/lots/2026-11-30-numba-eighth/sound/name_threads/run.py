"""Names are compared by several threads, each with its own scratch."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from matching import distance, encoded


class Matcher:
    def __init__(self, names):
        self.names = [encoded(name) for name in names]
        self.own = threading.local()

    def row(self):
        if not hasattr(self.own, "row"):
            self.own.row = np.zeros(64, dtype=np.int64)
        return self.own.row

    def nearest(self, name):
        letters = encoded(name)
        row = self.row()
        return min(range(len(self.names)), key=lambda at: distance(letters, self.names[at], row))


def main():
    rng = random.Random(1)
    names = ["".join(rng.choices("abcdefgh", k=14)) for _ in range(300)]
    matcher = Matcher(names)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(matcher.nearest, [name[:5] + "x" + name[6:] for name in names]))
    assert found == list(range(300))
    print("all found")


if __name__ == "__main__":
    main()
