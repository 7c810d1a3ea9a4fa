"""Savings: each step has what the step before had, some interest, and what is paid in."""

import argparse
import logging
import sys
import threading

from sheet import cells, library

log = logging.getLogger("savings")


class Worker(threading.Thread):
    """Works out columns of several lengths."""

    def __init__(self, working, steps, paid):
        super().__init__(name="savings")
        self.working = working
        self.steps = steps
        self.paid = paid
        self.found = {}

    def run(self):
        for count in self.steps:
            column = cells.fill_down(cells.Column(self.paid), count, "", f"*1.0001+{self.paid}")
            formula = column.formula()
            log.info("%d steps, %d letters", count, len(formula))
            self.found[count] = self.working.value(formula)
            print(count, f"{self.found[count]:.2f}", flush=True)


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    parser.add_argument("--steps", type=int, nargs="+", default=[12, 365, 8766, 525_960])
    return parser.parse_args()


def main():
    logging.basicConfig(level=logging.INFO)
    chosen = options()
    worker = Worker(library.Library(chosen.library), chosen.steps, 10)
    worker.start()
    worker.join()
    return 0 if len(worker.found) == len(chosen.steps) else 1


if __name__ == "__main__":
    sys.exit(main())
