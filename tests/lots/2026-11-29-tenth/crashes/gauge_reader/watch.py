"""Measure in the background, and stop when the shift ends."""

import logging
import sys
import threading
import time

from gauge import Gauge


class Watch(threading.Thread):
    def __init__(self, gauge, rounds):
        super().__init__(name="watch", daemon=True)
        self.gauge = gauge
        self.rounds = rounds
        self.means = []

    def run(self):
        for number in range(self.rounds):
            self.means.append(self.gauge.measure(5))
            logging.info("round %d: %.2f", number, self.means[-1])


def main():
    logging.basicConfig(level=logging.INFO)
    with Gauge(sys.argv[1], 60_000) as gauge:
        watch = Watch(gauge, rounds=100)
        watch.start()
        time.sleep(1.25)  # the shift
        logging.info("the shift ends")
    time.sleep(2)  # writes the report
    print("means:", watch.means)


if __name__ == "__main__":
    main()
