"""A depot that takes orders by RPC, and a counter that sends some."""

import logging
import threading
import time

from bus import Bus
from endpoints import OrderEndpoint, Shelves, StockEndpoint


class Inventory(threading.Thread):
    """Tells every few seconds what is left."""

    def __init__(self, shelves):
        super().__init__(name="inventory", daemon=True)
        self.shelves = shelves

    def run(self):
        while True:
            logging.info("planks left: %d", self.shelves.left("planks"))
            time.sleep(4)


def main():
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(threadName)s %(message)s")
    bus = Bus()
    shelves = Shelves()
    server = bus.server("north", [StockEndpoint(shelves), OrderEndpoint(bus.client())])
    Inventory(shelves).start()
    counter = bus.client()
    logging.info("paint left: %d", counter.call({}, "left", article="paint"))
    for customer, article, number in [("Mr Reed", "planks", 8), ("Mrs Oak", "nails", 200)]:
        answer = counter.call({}, "order", customer=customer, article=article, number=number)
        logging.info("%s", answer)
    server.stop()
    server.wait()


if __name__ == "__main__":
    main()
