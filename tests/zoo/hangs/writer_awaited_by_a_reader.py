# hang: cause=deadlock confidence=likely python=3.8-3.15
"""A lock for readers and writers that only counts: who reads waits for a thread that would write."""

import contextlib
import threading
import time


class Shelf:
    def __init__(self):
        self._changed, self._readers, self.books = threading.Condition(), 0, ["Emma"]

    @contextlib.contextmanager
    def reading(self):
        with self._changed:
            self._readers += 1
        try:
            yield self.books
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    def add(self, book):
        with self._changed:
            while self._readers:
                self._changed.wait()  # <-- here
            self.books.append(book)


def lend(shelf):
    with shelf.reading() as books:  # <-- here
        for book in list(books):
            writer = threading.Thread(target=shelf.add, args=(book + " II",), name="writer")
            writer.start()
            writer.join()  # <-- here


def tick():
    while True:
        time.sleep(0.2)


threading.Thread(target=tick, daemon=True).start()
print("READY", flush=True)
lend(Shelf())
