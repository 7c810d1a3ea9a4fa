"""A shop for stamps; orders come by TCP, and are packed when they are complete."""

import itertools
import socketserver
import threading
import time

from protocol import Ledger, Order


class Counter(socketserver.StreamRequestHandler):
    numbers = itertools.count(1)

    def handle(self):
        number = next(self.numbers)
        self.wfile.write(f"order {number}\n".encode())
        lines = (line.decode().strip() for line in self.rfile)
        pieces = self.server.ledger.enter(number, lines)
        self.server.packed[number] = pieces
        with self.server.news:
            self.server.news.notify_all()


class Shop(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, ledger):
        super().__init__(("127.0.0.1", 0), Counter)
        self.ledger = ledger
        self.packed = {}
        self.news = threading.Condition()

    def wait_packed(self, count):
        with self.news:
            while len(self.packed) < count:
                self.news.wait()
        return dict(self.packed)


class Catalogue:
    PRICES = {"Blue Mauritius": 80.0, "Penny Black": 12.5, "Inverted Jenny": 44.0}

    def price(self, order):
        return sum(self.PRICES[stamp] * count for stamp, count in order.items())

    def bills(self, ledger):
        for number, order in sorted(ledger.orders.items()):
            yield number, self.price(order)


def clock():
    while True:
        time.sleep(0.9)


def main():
    threading.Thread(target=clock, daemon=True).start()
    with Shop(Ledger()) as shop:
        threading.Thread(target=shop.serve_forever, name="shop", daemon=True).start()
        orders = [Order(shop.server_address) for _ in range(2)]
        for order, count in zip(orders, (3, 8)):
            print(order.greeting, flush=True)
            order.add("Blue Mauritius", count)
            order.add("Penny Black", 1)
            order.send()
        print(shop.wait_packed(len(orders)), flush=True)
        for number, price in Catalogue().bills(shop.ledger):
            print(number, price, flush=True)
        shop.shutdown()


if __name__ == "__main__":
    main()
