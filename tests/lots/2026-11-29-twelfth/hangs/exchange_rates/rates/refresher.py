import logging
import threading

from .table import fetch

log = logging.getLogger(__name__)


class Refresher(threading.Thread):
    """Renews the table again and again."""

    def __init__(self, table, currencies, interval):
        super().__init__(name="refresher", daemon=True)
        self.table = table
        self.currencies = currencies
        self.interval = interval
        self.first = threading.Event()
        self.stopped = threading.Event()

    def run(self):
        while not self.stopped.wait(self.interval):
            with self.table.renewal() as rates:
                for currency in self.currencies:
                    rates[currency] = fetch(currency, self.table.version)
            log.debug("version %d", self.table.version)
            self.first.set()
