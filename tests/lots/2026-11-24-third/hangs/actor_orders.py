"""Orders and stock as actors that ask each other (pykka)."""

import threading
import time

import pykka


class Stock(pykka.ThreadingActor):
    def __init__(self):
        super().__init__()
        self.pieces = {"rope": 3, "oar": 0}
        self.orders = None

    def connect(self, orders):
        self.orders = orders

    def reserve(self, article):
        if self.pieces[article] == 0:
            expected = self.orders.ordered(article).get()
            return f"{article}: {expected} to come"
        self.pieces[article] -= 1
        return f"{article}: there"


class Orders(pykka.ThreadingActor):
    def __init__(self, stock):
        super().__init__()
        self.stock = stock
        self.supplies = {"oar": 12}

    def ordered(self, article):
        return self.supplies.get(article, 0)

    def sell(self, article):
        return self.stock.reserve(article).get()


def till_light():
    while True:
        time.sleep(1)


def main():
    threading.Thread(target=till_light, name="till-light", daemon=True).start()
    stock = Stock.start().proxy()
    orders = Orders.start(stock).proxy()
    stock.connect(orders).get()
    try:
        for article in ("rope", "oar"):
            print(orders.sell(article).get(), flush=True)
    finally:
        pykka.ActorRegistry.stop_all()


if __name__ == "__main__":
    main()
