"""Grow corals until they have settled: python grow.py [--size N]"""

import argparse
import threading
import time

from growth import Basin

SORTS = {"moss": (0.037, 0.06), "worms": (0.046, 0.063), "spots": (0.03, 0.062)}


class Watcher(threading.Thread):
    def __init__(self):
        super().__init__(name="watcher", daemon=True)
        self.lock = threading.Lock()
        self.basin = None

    def run(self):
        while True:
            time.sleep(12)
            with self.lock:
                if self.basin:
                    print(self.basin.steps, "steps, covered", float((self.basin.v > 0.1).mean()), flush=True)


def grow(basin, watcher, at_most):
    while basin.steps < at_most:
        with watcher.lock:
            before = basin.v.copy()
            for _ in range(200):
                basin.step()
            if basin.settled(before):
                break
    return basin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=220)
    parser.add_argument("--steps", type=int, default=60_000)
    options = parser.parse_args()
    watcher = Watcher()
    watcher.start()
    for seed, (name, (feed, kill)) in enumerate(SORTS.items()):
        watcher.basin = Basin(options.size, feed, kill, seed)
        grow(watcher.basin, watcher, options.steps)
        print(name, "after", watcher.basin.steps, flush=True)


if __name__ == "__main__":
    main()
