"""Many visitors who want the same map."""

import argparse
import collections
import concurrent.futures
import itertools
import logging
import signal
import sys
import time

from maps import Maps

logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
log = logging.getLogger("visitors")


class Desk:
    def __init__(self, maps, visitors):
        self.maps, self.visitors = maps, visitors
        self.seen = collections.Counter()
        self.pool = concurrent.futures.ThreadPoolExecutor(visitors, thread_name_prefix="visitor")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pool.shutdown(cancel_futures=True)

    def visit(self, number):
        region = ("north", "south")[number % 7 == 0]
        started = time.monotonic()
        self.maps.draw(region)
        log.info("%s after %.1f s", region, time.monotonic() - started)
        return region

    def day(self):
        self.seen.update(self.pool.map(self.visit, range(self.visitors)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=10)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("closed"))
    with Desk(Maps(), options.visitors) as desk:
        for number in itertools.count():
            desk.day()
            log.info("day %d: %s", number, dict(desk.seen))
            log.info("%d maps are kept", len(desk.maps))
            time.sleep(1)


if __name__ == "__main__":
    main()
