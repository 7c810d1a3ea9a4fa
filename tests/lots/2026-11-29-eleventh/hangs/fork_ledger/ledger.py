"""The ledger of a shop; the native one is behind it."""

import threading
import time

from _ledger import lib


class Ledger:
    def __init__(self):
        self.names = set()

    def add(self, who, amount):
        self.names.add(who)
        lib.ledger_add(who.encode(), amount, 400)

    def total(self):
        return lib.ledger_total()

    def lines(self):
        return lib.ledger_lines()


class Till(threading.Thread):
    """Customers pay all the time."""

    def __init__(self, ledger):
        super().__init__(name="till", daemon=True)
        self.ledger = ledger

    def run(self):
        number = 0
        while True:
            number += 1
            self.ledger.add(f"customer {number}", 5)
            time.sleep(0.001)
