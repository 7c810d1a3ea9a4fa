"""The calendar of payments of a year, made by processes."""

import argparse
import multiprocessing
import sys
import threading
import time

from bonds import BONDS


def payments(task):
    number, year = task
    bond = BONDS[number]
    return bond.name, [day.isoformat() for day in bond.coupons(year)]


class Spinner(threading.Thread):
    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream = stream
        self.on = threading.Event()

    def run(self):
        while not self.on.wait(1):
            if self.stream.isatty():
                self.stream.write(".")
                self.stream.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("year", type=int, nargs="?", default=2025)
    options = parser.parse_args()
    spinner = Spinner(sys.stderr)
    started = time.monotonic()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        spinner.start()
        tasks = [(number, options.year) for number in range(len(BONDS))]
        for name, days in pool.imap_unordered(payments, tasks):
            print(name, *days[:4], flush=True)
    print(f"{time.monotonic() - started:.1f} s")


if __name__ == "__main__":
    main()
