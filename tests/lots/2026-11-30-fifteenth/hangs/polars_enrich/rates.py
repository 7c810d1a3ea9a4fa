import threading


class Rates:
    """Exchange rates by day; a thread brings them up to date."""

    def __init__(self, days=400):
        self.lock = threading.RLock()
        self._table = {day: 1.05 + (day % 13) / 100 for day in range(days)}
        self.version = 1
        self.asked = 0

    def rate(self, day):
        with self.lock:
            self.asked += 1
            return self._table[day]

    def renew(self):
        with self.lock:
            self._table = {day: rate * 1.0001 for day, rate in self._table.items()}
            self.version += 1
