"""Serves the shop by daphne; a customer is played by a thread."""

import logging
import threading
import time

import daphne.server
from app import create
from bank import post

log = logging.getLogger("shop")


class Shop:
    def __init__(self):
        app, self.payments = create()
        self.server = daphne.server.Server(
            app,
            endpoints=["tcp:port=0:interface=127.0.0.1"],
            signal_handlers=False,
            ready_callable=self.ready,
        )

    def ready(self):
        address = self.server.listening_addresses[0]
        self.payments.base = "http://{}:{}".format(*address)
        threading.Thread(target=self.customer, name="customer", daemon=True).start()

    def customer(self):
        time.sleep(0.2)
        for number in range(3):
            log.info("%s", post(f"{self.payments.base}/orders/{number}"))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    Shop().server.run()
