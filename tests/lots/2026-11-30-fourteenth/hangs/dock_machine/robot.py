"""A robot that cleans and charges: python robot.py ROUNDS"""

import logging
import sys
import threading
import time

from dock import Dock


class Battery(threading.Thread):
    def __init__(self):
        super().__init__(name="battery", daemon=True)
        self.percent = 60.0
        self.plugged = False

    def run(self):
        while True:
            time.sleep(0.1)
            change = 5 if self.plugged else -0.05
            self.percent = min(100.0, max(5.0, self.percent + change))


def main(rounds=3):
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    battery = Battery()
    battery.start()
    dock = Dock(battery, logging.info)
    for number in range(int(rounds)):
        logging.info("round %d with %.0f %%", number, battery.percent)
        time.sleep(0.3)
        dock.arrive()
        while battery.percent < 95:
            time.sleep(0.1)
        dock.enough()
        dock.leave()
    print("clean")


if __name__ == "__main__":
    main(*sys.argv[1:])
