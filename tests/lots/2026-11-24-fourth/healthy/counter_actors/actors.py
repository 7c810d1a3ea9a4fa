"""Actors of a shop: the till asks the store room, which takes its time."""

import time

import pykka


class Shelf:
    """A shelf of the store room; it is filled up when it is empty."""

    def __init__(self, places):
        self.places = places
        self.left = places

    def take(self):
        if self.left == 0:
            self.left = self.places
        self.left -= 1


class StoreRoom(pykka.ThreadingActor):
    def __init__(self):
        super().__init__()
        self._fetched = 0
        self._shelf = Shelf(12)

    def fetch(self, article):
        self._shelf.take()
        time.sleep(5)
        self._fetched += 1
        return f"{article} {self._fetched}"


class Statistics(pykka.ThreadingActor):
    """Hears of everything that is sold, and waits for nobody."""

    def __init__(self):
        super().__init__()
        self._sold = {}

    def sold(self, till, article):
        self._sold.setdefault(till, []).append(article)

    def best(self):
        return max(self._sold, key=lambda till: len(self._sold[till]), default=None)


class Till(pykka.ThreadingActor):
    def __init__(self, number, store_room, statistics):
        super().__init__()
        self._number = number
        self._store_room = store_room
        self._statistics = statistics

    def sell(self, article):
        fetched = self._store_room.fetch(article).get()
        self._statistics.sold(self._number, fetched)
        return fetched
