"""Close the books of the branches, each in a process of its own.

    python books.py --branches 4
"""

import argparse
import logging
import multiprocessing
import os
import time

from rates import RateTable, Refresher

log = logging.getLogger("books")
TABLE = RateTable()


class Branch:
    def __init__(self, number):
        self.number = number
        self.takings = [(100 + 7 * number, "USD"), (80.0, "CHF"), (40_000, "JPY"), (9.5, "EUR")]

    def close(self):
        return sum(TABLE.convert(amount, currency) for amount, currency in self.takings)


def close_books(number, results):
    log.info("branch %d in process %d", number, os.getpid())
    results.put((number, Branch(number).close()))


class Accounts:
    def __init__(self, branches):
        self.branches = branches
        self.context = multiprocessing.get_context("fork")

    def run(self):
        results = self.context.SimpleQueue()
        workers = []
        for number in range(self.branches):
            time.sleep(0.05)  # the branch is told that its books are closed
            worker = self.context.Process(target=close_books, args=(number, results))
            worker.start()
            workers.append(worker)
        total = sum(results.get()[1] for _ in workers)
        for worker in workers:
            worker.join()
        return total


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--branches", type=int, default=3)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(process)d %(message)s")
    refresher = Refresher(TABLE, ("USD", "CHF", "NOK", "JPY"), interval=0.01)
    refresher.start()
    refresher.first.wait()
    print("total", round(Accounts(options.branches).run(), 2), flush=True)
    refresher.stopped.set()


if __name__ == "__main__":
    main()
