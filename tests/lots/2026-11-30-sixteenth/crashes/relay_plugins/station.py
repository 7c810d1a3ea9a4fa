"""Send values through filters: python station.py [FILTER ...]"""

import argparse
import logging

from filters import parse
from relay import Relay

log = logging.getLogger("station")


class Station:
    def __init__(self, chain):
        self.relay = Relay()
        self.names = []
        for text in chain:
            filter = parse(text)
            log.info("%s gives %.2f for 10", text, filter.apply(10.0))
            self.relay.add(filter)
            self.names.append(type(filter).__name__)

    def run(self, number):
        log.info("through %s", ", ".join(self.names))
        self.relay.start(number)
        return self.relay.join()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("filters", nargs="*", default=["scale:2.5", "clip:60", "smooth:0.2"])
    parser.add_argument("--number", type=int, default=200)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    log.info("total %.1f", Station(options.filters).run(options.number))


if __name__ == "__main__":
    main()
