"""Rates of currencies, kept in the database and in memory."""

import threading


class Rates:
    def __init__(self, store):
        self.store = store
        self.lock = threading.Lock()
        self.values = {"EUR": 1.0}
        self.asked = 0

    def of(self, currency):
        with self.lock:
            self.asked += 1
            return self.values.get(currency)

    def reload(self):
        with self.lock:
            rows = self.store.rows("SELECT currency, rate FROM rates")
            self.values.update(rows)
            return len(rows)
