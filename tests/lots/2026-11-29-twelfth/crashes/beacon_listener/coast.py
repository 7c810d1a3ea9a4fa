"""Note down which beacons are heard along a coast, for half an hour at most."""

import argparse
import collections
import logging
import time

from beacons import Listener

log = logging.getLogger("coast")


class Logbook:
    def __init__(self):
        self.heard = collections.Counter()
        self.last = None

    def note(self, number):
        self.heard[number % 5] += 1
        self.last = time.monotonic()
        log.info("beacon %d", number % 5)

    def quiet_for(self, seconds):
        return self.last is not None and time.monotonic() - self.last > seconds


class Watch:
    def __init__(self, logbook, interval):
        self.logbook = logbook
        self.listener = Listener(logbook.note, interval)

    def __enter__(self):
        self.listener.start()
        return self

    def __exit__(self, *error):
        self.listener.stop()

    def keep(self, minutes):
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end and not self.logbook.quiet_for(5):
            time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interval", type=int, default=150, help="milliseconds")
    parser.add_argument("--minutes", type=float, default=0.1)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    logbook = Logbook()
    with Watch(logbook, options.interval) as watch:
        watch.keep(options.minutes)
    print(dict(logbook.heard))


if __name__ == "__main__":
    main()
