"""The process that has the objects; it prints their addresses."""

import signal
import sys

import Pyro5.api

from stock import Prices, Stock

Pyro5.api.config.SERVERTYPE = "multiplex"


def main():
    daemon = Pyro5.api.Daemon(host="127.0.0.1")
    signal.signal(signal.SIGTERM, lambda *_: daemon.shutdown())
    prices = daemon.register(Prices(), "prices")
    stock = daemon.register(Stock(str(prices)), "stock")
    print(stock, flush=True)
    daemon.requestLoop()


if __name__ == "__main__":
    sys.exit(main())
