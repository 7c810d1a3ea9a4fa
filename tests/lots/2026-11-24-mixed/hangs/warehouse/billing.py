import threading
import time


class Ledger:
    """Follows the changes of the stock and values them."""

    def __init__(self, stock, prices):
        self.stock = stock
        self.prices = prices
        self.value = 0
        self.rows = []
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)

    def start(self):
        self._thread.start()

    def _run(self):
        while True:
            article, count = self.stock.changes.get()
            self._book(article, count)

    def _book(self, article, count):
        time.sleep(0.01)
        self.value += count * self.prices.get(article, 0)
        self.rows.append((article, count, self.stock.count(article)))  # <-- here
