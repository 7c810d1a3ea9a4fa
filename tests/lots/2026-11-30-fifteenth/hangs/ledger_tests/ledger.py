import threading
from decimal import Decimal


class Ledger:
    def __init__(self):
        self.accounts = {}
        self.journal = []

    def open(self, name, amount="0"):
        self.accounts[name] = Decimal(amount)

    def move(self, source, target, amount):
        amount = Decimal(amount)
        if self.accounts[source] < amount:
            return False
        self.accounts[source] -= amount
        self.accounts[target] += amount
        self.journal.append((source, target, amount))
        return True

    def total(self):
        return sum(self.accounts.values(), Decimal(0))


class Exclusive:
    """One request at a time may change the ledger."""

    def __init__(self):
        self._lock = threading.Lock()
        self.entered = 0

    def begin(self):
        self._lock.acquire()
        self.entered += 1

    def end(self, response):
        self._lock.release()
        return response
