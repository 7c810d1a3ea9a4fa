"""The harbour's board: one height now and then, and the whole table each hour."""

import logging
import threading
import time

from tides import Station, Table

log = logging.getLogger("harbour")


class Board:
    def __init__(self, table):
        self.table = table
        self.shown = 0

    def clock(self):
        while True:
            time.sleep(1)
            self.shown += 1

    def run(self):
        threading.Thread(target=self.clock, name="clock", daemon=True).start()
        log.info("north: %.1f m", self.table.height("north"))
        for hour in range(24):
            log.info("hour %s: %s", hour, self.table.refresh())


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    stations = [Station("north", 1.4), Station("south", 2.1), Station("lock", 0.3)]
    Board(Table(stations)).run()


if __name__ == "__main__":
    main()
