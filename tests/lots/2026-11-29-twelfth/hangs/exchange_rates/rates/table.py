import contextlib
import threading
import time


class RateTable:
    """Rates of currencies. Renewed as a whole: whoever reads meanwhile waits."""

    def __init__(self):
        self._rates = {"EUR": 1.0}
        self._lock = threading.Lock()
        self.version = 0

    @contextlib.contextmanager
    def renewal(self):
        with self._lock:
            rates = dict(self._rates)
            yield rates
            self._rates = rates
            self.version += 1

    def rate(self, currency):
        with self._lock:
            return self._rates[currency]

    def convert(self, amount, currency):
        return round(amount / self.rate(currency), 2)


def fetch(currency, version):
    """Stands for a question to the bank."""
    time.sleep(0.1)
    return {"USD": 1.1, "CHF": 0.95, "NOK": 11.7, "JPY": 168.0}[currency] + version / 1000
