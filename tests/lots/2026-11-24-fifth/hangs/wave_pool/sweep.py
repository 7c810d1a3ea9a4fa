"""Compares many seeds of a simulation of waves, in processes."""

import argparse
import logging
import multiprocessing
import threading
import time

import waves

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("sweep")


class Sweep:
    def __init__(self, workers):
        self.context = multiprocessing.get_context("fork")
        self.workers = workers
        self.done = 0

    def reference(self):
        return waves.energy(0)

    def run(self, seeds):
        with self.context.Pool(self.workers) as pool:
            for value in pool.imap(waves.energy, seeds):
                self.done += 1
                yield value


def report(sweep):
    while True:
        time.sleep(5)
        log.info("%d done", sweep.done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    sweep = Sweep(options.workers)
    base = sweep.reference()
    log.info("reference %.3g", base)
    threading.Thread(target=report, args=(sweep,), name="report", daemon=True).start()
    for value in sweep.run(range(1, options.seeds + 1)):
        log.info("%.3f", value / base)


if __name__ == "__main__":
    main()
