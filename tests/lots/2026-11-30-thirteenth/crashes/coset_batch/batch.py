"""Common divisors of generator and check polynomials, for a table of codes."""

import functools
import logging
import queue
import threading
import time

from moduli import CODES

log = logging.getLogger("batch")


def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        start = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            log.info("%s: %.1f ms", args[1].name, 1e3 * (time.perf_counter() - start))
    return inner


class Table:
    def __init__(self):
        self.rows = {}

    @timed
    def add(self, code):
        generator, check = code.polynomials()
        common = generator.gcd(check)
        self.rows[code.name] = (common.degree(), (generator * check).degree())

    def __str__(self):
        return "\n".join(f"{name:10} {common:3} {product:3}" for name, (common, product) in self.rows.items())


class Worker(threading.Thread):
    def __init__(self, jobs, table):
        super().__init__(name="gcd-worker")
        self.jobs = jobs
        self.table = table

    def run(self):
        while (code := self.jobs.get()) is not None:
            self.table.add(code)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    jobs = queue.Queue(maxsize=2)
    table = Table()
    worker = Worker(jobs, table)
    worker.start()
    for code in CODES:
        jobs.put(code)
    jobs.put(None)
    worker.join()
    print(table)


if __name__ == "__main__":
    main()
