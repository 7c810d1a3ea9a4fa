"""A café, by events (circuits): a waiter, a kitchen, and a till."""

import threading
import time

from circuits import Component, Event, Timer, handler


class order(Event):
    """A guest wants something."""


class cook(Event):
    """The kitchen is to make it."""


class bill(Event):
    """The guest pays."""


class Kitchen(Component):
    def __init__(self):
        super().__init__()
        self.dishes = []
        self.done = threading.Event()

    def cook(self, dish):
        time.sleep(0.05)
        self.dishes.append(dish)
        self.done.set()


class Waiter(Component):
    def __init__(self, kitchen):
        super().__init__()
        self.kitchen = kitchen
        self.served = 0

    @handler("order")
    def take(self, table, dish):
        print("table", table, "wants", dish, flush=True)
        self.kitchen.done.clear()
        self.fire(cook(dish))
        self.kitchen.done.wait()
        self.served += 1
        self.fire(bill(table))


class Till(Component):
    def bill(self, table):
        print("table", table, "pays", flush=True)


class Cafe(Component):
    def started(self, *_):
        for table, dish in enumerate(["soup", "cake"]):
            Timer(0.5 + table, order(table, dish)).register(self)


def main():
    kitchen = Kitchen()
    cafe = Cafe() + kitchen + Waiter(kitchen) + Till()
    cafe.run()


if __name__ == "__main__":
    main()
