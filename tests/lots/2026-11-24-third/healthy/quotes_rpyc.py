"""Quotes by rpyc: subscribers are called back, now and then."""

import threading
import time

import rpyc
from rpyc.utils.server import ThreadedServer


class Quotes(rpyc.Service):
    def __init__(self):
        self.callbacks = []
        self.guard = threading.Lock()

    def exposed_subscribe(self, callback):
        with self.guard:
            self.callbacks.append(callback)

    def run(self):
        price = 100
        while True:
            time.sleep(6)
            price += 1
            with self.guard:
                for callback in self.callbacks:
                    callback(price)


class Subscriber:
    def __init__(self, port):
        self.news = threading.Condition()
        self.prices = []
        self.connection = rpyc.connect("127.0.0.1", port)
        self.serving = rpyc.BgServingThread(self.connection)
        self.connection.root.subscribe(self.on_price)

    def on_price(self, price):
        with self.news:
            self.prices.append(price)
            self.news.notify()

    def __iter__(self):
        shown = 0
        while True:
            with self.news:
                self.news.wait_for(lambda: len(self.prices) > shown)
                shown += 1
                yield self.prices[shown - 1]


def main():
    quotes = Quotes()
    server = ThreadedServer(
        quotes, hostname="127.0.0.1", port=0, protocol_config={"sync_request_timeout": None}
    )
    threading.Thread(target=server.start, name="server", daemon=True).start()
    while not server.active:
        time.sleep(0.05)
    subscriber = Subscriber(server.port)
    threading.Thread(target=quotes.run, name="exchange", daemon=True).start()
    for price in subscriber:
        print(price, flush=True)


if __name__ == "__main__":
    main()
