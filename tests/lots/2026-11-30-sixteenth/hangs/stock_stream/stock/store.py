import threading
from contextlib import contextmanager


class Store:
    def __init__(self, rows):
        self._rows = {f"A-{number:05}": number % 90 for number in range(rows)}
        self._lock = threading.Lock()
        self.version = 1

    @contextmanager
    def frozen(self):
        """No change meanwhile: what is read belongs together."""
        with self._lock:
            yield dict(self._rows)

    def book(self, article, number):
        with self._lock:
            self._rows[article] = self._rows.get(article, 0) + number
            self.version += 1
            return self._rows[article]

    def low(self, limit):
        with self._lock:
            return [article for article, number in self._rows.items() if number < limit]
