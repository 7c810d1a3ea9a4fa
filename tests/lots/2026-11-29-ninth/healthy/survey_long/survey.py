"""Smooth all tiles of a survey and tell their mean heights."""

import logging
import threading
import time

import tiles


class Clock(threading.Thread):
    """Says now and then that the survey is still at it."""

    def __init__(self):
        super().__init__(name="clock", daemon=True)
        self.started = time.monotonic()

    def run(self):
        while True:
            time.sleep(5)
            print(f"{time.monotonic() - self.started:.0f} s", flush=True)


def main():
    logging.basicConfig(level=logging.DEBUG, format="%(threadName)s %(name)s: %(message)s")
    Clock().start()
    first = tiles.smooth.single(tiles.Grid(1, 12).tile(0, 0))
    print(first.name, f"{first.mean:.2f}", flush=True)
    for tile in tiles.smooth(tiles.Grid(12, 60).tiles()):
        print(tile.name, f"{tile.mean:.2f}", flush=True)


if __name__ == "__main__":
    main()
