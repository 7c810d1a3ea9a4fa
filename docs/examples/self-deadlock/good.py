"""A cache of rates that renews itself when it is empty."""

import threading


class Rates:
    def __init__(self):
        self._lock = threading.RLock()
        self._rates = {}

    def renew(self):
        with self._lock:
            self._rates = {"EUR": 1.0, "USD": 1.09, "CHF": 0.94}

    def rate(self, currency):
        with self._lock:
            if not self._rates:
                self.renew()
            return self._rates[currency]


rates = Rates()
print("100 EUR are", 100 * rates.rate("CHF"), "CHF")
