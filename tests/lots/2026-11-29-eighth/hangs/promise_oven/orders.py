"""Orders of a day, as customers have left them; SIGUSR1 prints what is known."""

import collections
import dataclasses
import signal
import threading
import time


@dataclasses.dataclass(frozen=True)
class Order:
    customer: str
    grams: int


class Day:
    def __init__(self, *orders):
        self.orders = orders
        self.grams = collections.Counter()
        signal.signal(signal.SIGUSR1, self.show)

    def __iter__(self):
        for order in self.orders:
            self.grams[order.customer] += order.grams
            yield order

    def show(self, *_):
        print(dict(self.grams), flush=True)


class Till(threading.Thread):
    """Counts the minutes that the shop is open."""

    def __init__(self):
        super().__init__(name="till", daemon=True)
        self.minutes = 0

    def run(self):
        while True:
            time.sleep(0.6)
            self.minutes += 1
