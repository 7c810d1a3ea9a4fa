"""A desk that takes orders, and keeps a view of the warehouse's stock."""

import collections
import contextlib
import os
import subprocess
import sys
import threading
import time

import rpyc

HERE = os.path.dirname(os.path.abspath(__file__))


class StockView:
    def __init__(self):
        self.mutex = threading.Lock()
        self.counts = {}
        self.history = collections.deque(maxlen=100)

    def changed(self, article, left):
        with self.mutex:
            self.counts[article] = left
            self.history.append((time.time(), article, left))


class Desk:
    def __init__(self, connection):
        self.warehouse = connection.root
        self.view = StockView()
        self.open_orders = []
        self.warehouse.listen(self.view.changed)

    @contextlib.contextmanager
    def booking(self, customer):
        with self.view.mutex:
            order = {"customer": customer, "lines": []}
            yield order
            self.open_orders.append(order)

    def order(self, customer, wishes):
        with self.booking(customer) as order:
            for article, count in wishes.items():
                left = self.warehouse.take(article, count)
                order["lines"].append((article, count, left))
        return order


@contextlib.contextmanager
def warehouse():
    script = os.path.join(HERE, "warehouse.py")
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    try:
        yield int(server.stdout.readline())
    finally:
        server.terminate()
        server.wait()


def main():
    with warehouse() as port:
        connection = rpyc.connect("127.0.0.1", port, config={"sync_request_timeout": None})
        desk = Desk(connection)
        print("bolts:", desk.warehouse.count("bolt"), flush=True)
        print(desk.order("Smith & Sons", {"bolt": 20, "nut": 20}))
        connection.close()


if __name__ == "__main__":
    main()
