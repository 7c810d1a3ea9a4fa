"""Searches in processes of mpire, while a thread notes how busy the machine is."""

import argparse
import os
import sys
import threading

import steps
from mpire import WorkerPool

log = steps.log


class Monitor:
    """Writes the load down, with what belongs to it."""

    def __init__(self, details):
        self.details = details
        self.going = threading.Event()
        self.thread = threading.Thread(target=self.watch, name="monitor", daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.going.set()

    def watch(self):
        while not self.going.is_set():
            log.info("load", average=os.getloadavg(), details="." * self.details)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=2000)
    parser.add_argument("--details", type=int, default=200_000)
    options = parser.parse_args()
    ranges = [(n, n + options.width) for n in range(1, 40 * options.width, options.width)]
    with open(os.devnull, "w") as sys.stdout, Monitor(options.details):
        with WorkerPool(n_jobs=4, start_method="fork") as pool:
            best = pool.map(steps.longest, ranges, chunk_size=1)
    sys.stdout = sys.__stdout__
    print("best", max(best, key=steps.collatz))


if __name__ == "__main__":
    main()
