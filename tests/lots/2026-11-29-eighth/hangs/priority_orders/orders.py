"""Orders, the urgent ones first."""

import dataclasses
import queue
import threading


@dataclasses.dataclass
class Order:
    number: int
    dish: str


class Pass:
    """Where orders lie until a cook takes them."""

    def __init__(self):
        self.orders = queue.PriorityQueue()

    def put(self, urgency, order):
        self.orders.put((urgency, order))

    def take(self):
        _, order = self.orders.get()
        return order

    def served(self):
        self.orders.task_done()

    def wait(self):
        self.orders.join()


class Cook(threading.Thread):
    def __init__(self, name, hatch, times):
        super().__init__(name=name, daemon=True)
        self.hatch = hatch
        self.times = times
        self.cooked = []

    def run(self):
        while True:
            order = self.hatch.take()
            try:
                self.times.simmer(order.dish)
                self.cooked.append(order)
            finally:
                self.hatch.served()
