"""Sells when a price is reached, and watches what the market does meanwhile."""

import collections
import sqlite3
import threading

from feed import Feed


class Book:
    def __init__(self):
        self.base = sqlite3.connect(":memory:", check_same_thread=False)
        self.base.execute("create table sales (share integer, price real)")
        self.lock = threading.Lock()

    def enter(self, share, price):
        with self.lock, self.base:
            self.base.execute("insert into sales values (?, ?)", (share, price))

    def count(self):
        with self.lock:
            return self.base.execute("select count(*) from sales").fetchone()[0]


class Order:
    """Sells one share at a limit or better."""

    def __init__(self, feed, book, share, limit):
        self.book = book
        self.share = share
        self.limit = limit
        self.filled = threading.Event()
        self.subscription = feed.subscribe(self.tick)

    def tick(self, share, price):
        if share == self.share and price >= self.limit and self.subscription.open:
            self.book.enter(share, price)
            self.subscription.close()
            self.filled.set()


class Market:
    def __init__(self, feed):
        self.last = collections.defaultdict(lambda: collections.deque(maxlen=20))
        self.subscription = feed.subscribe(lambda share, price: self.last[share].append(price))


def main():
    feed = Feed()
    book = Book()
    market = Market(feed)
    orders = [Order(feed, book, 2, 101.0), Order(feed, book, 4, 101.5)]
    feed.start()
    for order in orders:
        order.filled.wait()
        print(f"share {order.share} sold, {book.count()} in the book", flush=True)
    market.subscription.close()
    print({share: prices[-1] for share, prices in market.last.items()})


if __name__ == "__main__":
    main()
