"""Ropes are twisted by three processes out of a queue of orders."""

import multiprocessing
import time


def twist(orders, ropes):
    while (order := orders.get()) is not None:
        number, strands, metres = order
        time.sleep(0.01)
        ropes.put((number, strands * metres * 0.12))
    ropes.put(None)


class Walk:
    def __init__(self, hands, places):
        self.orders = multiprocessing.Queue(maxsize=places)
        self.ropes = multiprocessing.SimpleQueue()
        self.hands = [
            multiprocessing.Process(target=twist, args=(self.orders, self.ropes)) for _ in range(hands)
        ]

    def run(self, orders):
        for order in orders:
            self.orders.put(order)
        for _ in self.hands:
            self.orders.put(None)
        for hand in self.hands:
            hand.start()
        working = len(self.hands)
        while working:
            rope = self.ropes.get()
            if rope is None:
                working -= 1
            else:
                yield rope


def week(count):
    return [(number, 3 + number % 2, 10 + number) for number in range(count)]


if __name__ == "__main__":
    for day, count in (("Monday", 9), ("Tuesday", 14)):
        kilos = sum(weight for _, weight in Walk(hands=3, places=12).run(week(count)))
        print(day, round(kilos, 1), "kg", flush=True)
