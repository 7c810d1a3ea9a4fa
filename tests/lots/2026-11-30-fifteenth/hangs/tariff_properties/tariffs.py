import threading
from bisect import bisect_right


class Tariff:
    """Steps of a price: (from which amount on, price of a unit)."""

    def __init__(self, steps):
        self.bounds = [bound for bound, _ in steps]
        if sorted(self.bounds) != self.bounds or self.bounds[:1] != [0]:
            raise ValueError("steps have to begin at 0 and to rise")
        self.prices = [price for _, price in steps]

    def price(self, amount):
        return self.prices[bisect_right(self.bounds, amount) - 1]

    def cost(self, amount):
        return amount * self.price(amount)


class Registry:
    """All tariffs of the process; whoever changes them has the registry to himself."""

    def __init__(self):
        self._lock = threading.Lock()
        self._tariffs = {}

    def open(self):
        self._lock.acquire()
        return self

    def close(self):
        self._lock.release()

    def define(self, name, steps):
        self._tariffs[name] = Tariff(steps)
        return self._tariffs[name]

    def clear(self):
        self._tariffs.clear()

    def names(self):
        return sorted(self._tariffs)


registry = Registry()
