"""A desk that buys and sells when prices pass limits."""

import argparse
import logging
import threading
import time

from alarms import Alarms

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("desk")


class Desk:
    def __init__(self, alarms):
        self.alarms = alarms
        self.orders = []

    def sell_above(self, limit):
        self.alarms.add(limit, self.sell, once=True)

    def watch(self):
        self.alarms.add(0, lambda price: log.debug("price %.2f", price))

    def sell(self, price):
        self.orders.append(("sell", price))
        log.info("sold at %.2f", price)


def tape(desk):
    while True:
        time.sleep(0.1)
        len(desk.orders)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    options = parser.parse_args()
    desk = Desk(Alarms(options.library))
    threading.Thread(target=tape, args=(desk,), name="tape", daemon=True).start()
    desk.watch()
    desk.sell_above(105.0)
    desk.sell_above(109.0)
    for price in (101.0, 103.5, 104.9, 106.2, 111.0):
        desk.alarms.price(price)
    print(desk.orders)


if __name__ == "__main__":
    main()
