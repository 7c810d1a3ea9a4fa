"""Draws a map in a pool of processes."""

import argparse
import logging
import multiprocessing
import threading
import time

import tiles

log = logging.getLogger("map")


class Progress(threading.Thread):
    def __init__(self):
        super().__init__(name="progress", daemon=True)
        self.done = 0

    def run(self):
        while True:
            time.sleep(2)
            log.info("%d tiles", self.done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", default="alps.tiles")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    progress = Progress()
    progress.start()
    context = multiprocessing.get_context("spawn")
    with context.Pool(options.processes, tiles.open_data, (options.data,)) as pool:
        for tile, size in pool.imap_unordered(tiles.draw, range(64)):
            progress.done += 1
            log.debug("tile %d has %d bytes", tile, size)


if __name__ == "__main__":
    main()
