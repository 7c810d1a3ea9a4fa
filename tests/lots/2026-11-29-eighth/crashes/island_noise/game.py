"""A game makes its islands in a thread, while the main thread shows how far it is."""

import contextlib
import queue
import threading
import time

import colours
import terrain


class Maker(threading.Thread):
    def __init__(self, atlas):
        super().__init__(name="maker", daemon=True)
        self.atlas = atlas
        self.done = queue.Queue()

    def run(self):
        for island in self.atlas:
            print(island.name, "is made", flush=True)
            self.done.put((island.name, island.land))
        self.done.put(None)


@contextlib.contextmanager
def measured(what):
    start = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - start:.1f} s", flush=True)


def main():
    atlas = terrain.Atlas()
    print("the shore is", colours.GREEN(0.0), flush=True)
    for name in ("Harrow", "Lindisfarne", "Unst"):
        atlas.add(name)
    maker = Maker(atlas)
    with measured("all islands"):
        maker.start()
        while (made := maker.done.get()) is not None:
            print("%s has %d cells of land" % made, flush=True)


if __name__ == "__main__":
    main()
