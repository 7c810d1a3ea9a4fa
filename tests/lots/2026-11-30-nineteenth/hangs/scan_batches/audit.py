"""Adds up sheets in processes and looks for the first one above the limit."""

import argparse
import logging
import multiprocessing
import threading
import time

from sheets import Stack, total

log = logging.getLogger("audit")


class Progress(threading.Thread):
    def __init__(self, stack):
        super().__init__(name="progress", daemon=True)
        self.stack = stack

    def run(self):
        while True:
            log.debug("%d given", self.stack.given)
            time.sleep(0.5)


class Audit:
    def __init__(self, processes):
        self.pool = multiprocessing.get_context("spawn").Pool(processes)

    def first_above(self, stack, limit):
        for number, found in self.pool.imap(total, stack):
            stack.taken()
            log.info("sheet %d: %d", number, found)
            if found > limit:
                return number
        return None

    def close(self):
        self.pool.close()
        self.pool.join()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, default=1_015_000)
    parser.add_argument("--sheets", type=int, default=60)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    audit = Audit(2)
    log.info("small: %s", audit.first_above(Stack(5), 10**9))
    stack = Stack(options.sheets)
    Progress(stack).start()
    log.info("above: %s", audit.first_above(stack, options.limit))
    audit.close()
    log.info("done")


if __name__ == "__main__":
    main()
