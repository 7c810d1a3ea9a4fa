"""Scan some albums with two scanners.

    python scan_all.py --lines 300
"""

import argparse
import logging
import multiprocessing
import queue
import threading

from albums import Albums
from scanner import open_scanner, scan

ALBUMS = {"Norway": range(1, 5), "Wedding": range(5, 8), "Garden": range(8, 10)}
log = logging.getLogger("scans")


class Gallery(threading.Thread):
    """Hangs up what is done."""

    def __init__(self):
        super().__init__(name="gallery")
        self.finished = queue.Queue()
        self.hung_up = []

    def run(self):
        while (name := self.finished.get()) is not None:
            self.hung_up.append(name)
            log.info("%s hangs in the gallery", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1600)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    albums = Albums(ALBUMS)
    gallery = Gallery()
    gallery.start()
    with multiprocessing.Pool(
        2, open_scanner, (options.lines, 0.025), maxtasksperchild=2
    ) as pool:
        for number, pid, check in pool.imap_unordered(scan, albums.numbers):
            log.info("negative %d (process %d): %d", number, pid, check)
            if name := albums.done(number, check):
                gallery.finished.put(name)
    gallery.finished.put(None)
    gallery.join()


if __name__ == "__main__":
    main()
