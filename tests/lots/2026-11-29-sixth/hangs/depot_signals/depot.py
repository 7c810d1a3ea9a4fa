"""The evening of a depot: some trams are waited for, to be washed."""

import logging

from events import Line
from waiting import Counter, wait_for

log = logging.getLogger("depot")


class Washer:
    def __init__(self):
        self.washed = []

    def wash(self, *trams):
        for tram in trams:
            self.washed.append(wait_for(tram))
            log.info("washed %s", tram)


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    counter = Counter()
    for name, trams in (("line 4", 5), ("line 11", 7)):
        Line(name, trams).start()
    Washer().wash(3, 6, 1)
    log.info("inside: %d", counter.inside)


if __name__ == "__main__":
    main()
