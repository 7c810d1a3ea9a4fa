"""Finds the tallest places of landscapes, for a viewer that shows one at a time."""

import argparse
import collections
import logging
import threading
import time

from compiled import compiled

scene = compiled("scene")
logging.basicConfig(level=logging.INFO)
log = logging.getLogger("view")


class Viewer:
    """Keeps the mesh that is shown, and those that were shown before."""

    def __init__(self, keep):
        self.meshes = collections.deque(maxlen=keep)

    def show(self, name, cells):
        landscape = scene.Landscape(name, cells)
        self.meshes.append(landscape.mesh(0))
        return landscape.name

    def horizon(self):
        return max(mesh.tallest() for mesh in self.meshes)


def frames(viewer):
    """Counts frames, as a window would draw them."""
    count = 0
    while True:
        time.sleep(1 / 30)
        count += bool(viewer.meshes)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=400_000)
    parser.add_argument("--keep", type=int, default=3)
    options = parser.parse_args()
    viewer = Viewer(options.keep)
    threading.Thread(target=frames, args=(viewer,), name="frames", daemon=True).start()
    for number, name in enumerate(("dunes", "hills", "alps")):
        log.info("%s", viewer.show(name, options.cells + 100_000 * number))
    print("horizon", viewer.horizon())


if __name__ == "__main__":
    main()
