"""Reads prices of many suppliers in a pool of processes."""

import multiprocessing
import threading
import time


class PriceError(Exception):
    def __init__(self, supplier, line):
        super().__init__(f"{supplier}, line {line}: no price")
        self.supplier = supplier
        self.line = line


LISTS = {
    "north": ["tea 4.20", "cup 9.00"],
    "south": ["tea 4.10", "cup"],
    "east": ["tea 4.40", "cup 8.50"],
}


def read(supplier):
    prices = {}
    for number, line in enumerate(LISTS[supplier], 1):
        time.sleep(0.05)
        article, _, price = line.partition(" ")
        if not price:
            raise PriceError(supplier, number)
        prices[article] = float(price)
    return supplier, prices


def watch(pool):
    while True:
        time.sleep(1)
        print("workers", sum(process.is_alive() for process in pool._pool), flush=True)


def main():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        threading.Thread(target=watch, args=(pool,), name="watch", daemon=True).start()
        jobs = [pool.apply_async(read, (supplier,)) for supplier in LISTS]
        for job in jobs:
            try:
                print(job.get(), flush=True)  # <-- here
            except PriceError as error:
                print("left out:", error)


if __name__ == "__main__":
    main()
