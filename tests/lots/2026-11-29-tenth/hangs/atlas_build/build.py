"""Build an atlas: `build.py --rows 4 --columns 4`"""

import argparse
import logging
import threading
import time

from tiles import all_tiles, shade
from workers import workers

log = logging.getLogger("build")


class Progress:
    """Says now and then how far it is, from a thread."""

    def __init__(self, total, every=2.0):
        self.total = total
        self.done = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(every,), name="progress", daemon=True)

    def run(self, every):
        while not self.ended.wait(every):
            log.info("%d of %d tiles", self.done, self.total)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.ended.set()


def build(rows, columns):
    shares = {}
    tiles = all_tiles(rows, columns)
    with workers(2, tiles_each=3) as pool, Progress(len(tiles)) as progress:
        futures = [pool.give(shade, tile) for tile in tiles]
        for future in futures:
            name, share = future.result()
            shares[name] = share
            progress.done += 1
    return shares


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--columns", type=int, default=4)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    began = time.monotonic()
    shares = build(options.rows, options.columns)
    for name, share in sorted(shares.items()):
        print(f"{name}: {share:.2f}")
    log.info("%.1f s", time.monotonic() - began)


if __name__ == "__main__":
    main()
