"""A field with workers, each of whom takes a row, and a cart that all of them load."""

import threading
import time


class Cart:
    def __init__(self):
        self._lock = threading.Lock()
        self.baskets = 0

    def load(self, seconds):
        with self._lock:
            time.sleep(seconds)
            self.baskets += 1


class Field:
    def __init__(self, rows):
        self.rows = rows
        self.next_row = 0
        self.cart = Cart()
        self._lock = threading.Lock()
        self.workers = []

    def _take_row(self):
        with self._lock:
            if self.next_row == self.rows:
                return None
            self.next_row += 1
            return self.next_row

    def _work(self, seconds):
        while self._take_row() is not None:
            time.sleep(1)
            self.cart.load(seconds)

    def start(self, workers, seconds):
        self.workers = [threading.Thread(target=self._work, args=(seconds,)) for _ in range(workers)]
        for worker in self.workers:
            worker.start()

    def evening(self):
        for worker in self.workers:
            worker.join()
        return self.cart.baskets
