"""Quotes for customers, several at once; who gets no price is asked to wait."""

import contextlib
import logging
import queue
import threading
import time

from prices import Prices, SupplierError

ORDERS = [("Ada", "oak", 4), ("Bo", "elm", 2), ("Cem", "elm", 7), ("Dora", "ash", 1), ("Eli", "oak", 3)]
log = logging.getLogger("quotes")


@contextlib.contextmanager
def timed(what):
    began = time.perf_counter()
    try:
        yield
    finally:
        log.info("%s took %.2f s", what, time.perf_counter() - began)


class Desk:
    def __init__(self, prices, clerks):
        self.prices = prices
        self.orders = queue.Queue()
        self.quotes = {}
        self.clerks = [threading.Thread(target=self.work, name=f"clerk-{n}") for n in range(clerks)]

    def open(self):
        for clerk in self.clerks:
            clerk.start()

    def close(self):
        for _ in self.clerks:
            self.orders.put(None)
        for clerk in self.clerks:
            clerk.join()

    def work(self):
        for customer, wood, count in iter(self.orders.get, None):
            with timed(f"quote for {customer}"):
                self.quotes[customer] = self.quote(wood, count)

    def quote(self, wood, count):
        for attempt in range(3):
            try:
                return round(self.prices.of(wood) * count, 2)
            except SupplierError as error:
                log.warning("%s (attempt %d)", error, attempt + 1)
                time.sleep(0.1)
        return "on request"


def main():
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    desk = Desk(Prices(), clerks=3)
    desk.open()
    for order in ORDERS:
        desk.orders.put(order)
    desk.close()
    for customer, quote in sorted(desk.quotes.items()):
        print(customer, quote)


if __name__ == "__main__":
    main()
