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

    def all(self, names):
        """All questions are put at once; the executor lets some in at a time."""
        stamps = {name: self.archive.series(name) for name in names}
        prices = {
            name: [self.executor.submit(self.price, stamp) for stamp in found]
            for name, found in stamps.items()
        }
        for name, futures in prices.items():
            yield name, sum(future.result() for future in futures)
