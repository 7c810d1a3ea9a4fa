"""What a series is worth."""

import logging

log = logging.getLogger("catalogue.value")


class Valuer:
    def __init__(self, archive, executor):
        self.archive = archive
        self.executor = executor

    def price(self, stamp):
        price = self.archive.price(stamp)
        log.debug("%s: %.2f", stamp, price)
        return price

    def series(self, name):
        stamps = self.archive.series(name)
        prices = [self.executor.submit(self.price, stamp) for stamp in stamps]
        return sum(price.result() for price in prices)

    def all(self, names):
        worth = {name: self.executor.submit(self.series, name) for name in names}
        return {name: future.result() for name, future in worth.items()}
