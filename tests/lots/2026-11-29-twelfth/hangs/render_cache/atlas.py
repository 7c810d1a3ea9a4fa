"""Render an atlas: a process for each page, and again if it fails."""

import multiprocessing
import resource
import sys
import tempfile

from tiles import Tiles


def page(folder, y):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    tiles = Tiles(folder)
    print("page", y, sum(len(tiles.get(x, y)) for x in range(5)), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for y in range(3):
            worker = multiprocessing.Process(target=page, args=(folder, y))
            worker.start()
            worker.join()
            if worker.exitcode:
                print("page", y, "failed, here it is once more", file=sys.stderr, flush=True)
                tiles = Tiles(folder)
                print("page", y, [len(tiles.get(x, y)) for x in range(3, 5)], flush=True)


if __name__ == "__main__":
    main()
