"""Orders for the oven, and a clock in the shop."""

import dataclasses
import itertools
import threading
import time


@dataclasses.dataclass(frozen=True)
class Order:
    customer: str
    seconds: int


class Book:
    def __init__(self, customers):
        self.customers = itertools.cycle(customers)
        self.done = []

    def orders(self, count):
        for number in range(count):
            yield Order(next(self.customers), 11 + number % 2)

    def baked(self, order, loaf):
        self.done.append((order.customer, loaf))
        print(order.customer, loaf, flush=True)


class Clock(threading.Thread):
    def __init__(self):
        super().__init__(name="clock", daemon=True)
        self.seconds = 0

    def run(self):
        while True:
            time.sleep(1)
            self.seconds += 1
