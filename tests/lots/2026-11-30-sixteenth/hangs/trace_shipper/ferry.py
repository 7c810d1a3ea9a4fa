import argparse
import logging
import time

from shipper import collector, handlers

log = logging.getLogger("ferry")


class Ferry:
    def __init__(self, places):
        self.places = places
        self.waiting = 0
        self.carried = 0

    def arrive(self, cars):
        self.waiting += cars
        log.debug("%d cars came, %d wait", cars, self.waiting)

    def cross(self):
        taken = min(self.waiting, self.places)
        self.waiting -= taken
        self.carried += taken
        log.info("crossing with %d", taken)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", default="DEBUG")
    parser.add_argument("--crossings", type=int, default=400)
    options = parser.parse_args()
    server = collector.start()
    listener = handlers.install(f"http://127.0.0.1:{server.server_port}/lines", level=options.level)
    ferry = Ferry(places=8)
    for crossing in range(options.crossings):
        ferry.arrive(crossing * 7 % 12)
        ferry.cross()
        time.sleep(0.002)
    listener.stop()
    print(ferry.carried, "cars,", collector.Collector.lines, "lines")


if __name__ == "__main__":
    main()
