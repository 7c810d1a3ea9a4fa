"""What the depot answers to, over oslo.messaging."""

import logging
import threading

log = logging.getLogger("depot")


class Shelves:
    def __init__(self):
        self._stock = {"planks": 40, "nails": 900, "paint": 6}
        self._lock = threading.Lock()

    def left(self, article):
        with self._lock:
            return self._stock.get(article, 0)

    def take(self, article, number):
        with self._lock:
            self._stock[article] -= number
            return self._stock[article]


class StockEndpoint:
    def __init__(self, shelves):
        self.shelves = shelves

    def left(self, context, article):
        return self.shelves.left(article)

    def take(self, context, article, number):
        return self.shelves.take(article, number)


class OrderEndpoint:
    """Orders may be for another depot's stock, so they ask by RPC for that of this one, too."""

    def __init__(self, client):
        self.client = client

    def order(self, context, customer, article, number):
        log.info("%s wants %d %s", customer, number, article)
        if self.client.call(context, "left", article=article) < number:
            return {"customer": customer, "accepted": False}
        rest = self.client.call(context, "take", article=article, number=number)
        return {"customer": customer, "accepted": True, "left": rest}
