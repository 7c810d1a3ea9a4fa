"""Deals, and a book of them, which a thread sums up from time to time."""

import dataclasses
import threading
import time


@dataclasses.dataclass(frozen=True)
class Deal:
    value: int
    version: int
    when: float = dataclasses.field(default_factory=time.time)


class Book(threading.Thread):
    def __init__(self):
        super().__init__(name="book", daemon=True)
        self.deals = []
        self.lock = threading.Lock()
        self.sum = 0

    def add(self, deal):
        with self.lock:
            self.deals.append(deal)
        return deal

    def run(self):
        while True:
            with self.lock:
                self.sum = sum(deal.value for deal in self.deals)
            time.sleep(0.2)
