"""Print labels for all things of a museum: `labels.py LIBRARY`"""

import logging
import sys
import time

from inventory import things
from printer import Printer

log = logging.getLogger("labels")


class Labels:
    def __init__(self, printer):
        self.printer = printer
        self.waiting = []

    def add(self, thing):
        self.waiting.append((thing.number, self.printer.print(thing)))

    def collect(self):
        while self.waiting:
            number, future = self.waiting.pop(0)
            yield number, future.result(timeout=10)


def main(library):
    logging.basicConfig(level=logging.INFO)
    labels = Labels(Printer(library))
    began = time.perf_counter()
    for thing in things():
        labels.add(thing)
    log.info("all are given in %.3f s", time.perf_counter() - began)
    for number, text in labels.collect():
        print(number, text, flush=True)
    labels.printer.close()


if __name__ == "__main__":
    main(sys.argv[1])
