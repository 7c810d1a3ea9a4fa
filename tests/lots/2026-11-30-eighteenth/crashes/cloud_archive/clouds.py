import queue
import threading

import numpy as np
from archive import Archive


class Viewer(threading.Thread):
    """Asks for fields as a user zooms."""

    def __init__(self, archive):
        super().__init__(name="viewer")
        self.archive = archive
        self.wishes = queue.SimpleQueue()
        self.means = []

    def run(self):
        while wish := self.wishes.get():
            name, zoom = wish
            field = self.archive.get(name, zoom)
            self.means.append(float(field.mean()))
            print(name, zoom, field.shape, round(self.means[-1], 3), flush=True)


def fields(seed=8):
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:300, 0:400]
    yield "cover", np.clip(np.sin(x / 40) * np.cos(y / 30) + rng.normal(0, 0.05, x.shape), 0, 1)
    yield "base", 800 + 200 * np.cos(x / 90) + y


def main():
    archive = Archive()
    for name, field in fields():
        archive.put(name, field)
    print(archive.index())
    viewer = Viewer(archive)
    viewer.start()
    for wish in [("cover", 1), ("base", 1), ("cover", 12), None]:
        viewer.wishes.put(wish)
    viewer.join()


if __name__ == "__main__":
    main()
