"""Rates of exchange, loaded from the base as they are wanted."""

import contextlib
import threading
import time


class Rates:
    def __init__(self, base):
        self.base = base
        self._rates = {}
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def _frozen(self):
        with self._lock:
            yield self._rates

    def get(self, currency):
        with self._frozen() as rates:
            return rates.get(currency, 1.0)

    def reload(self):
        """Reads all rates anew, from the table that the exchange fills."""
        with self._frozen() as rates:
            rates.clear()
            time.sleep(0.05)
            for currency, rate in self.base.query("select currency, rate from rates"):
                rates[currency] = rate
            return len(rates)
