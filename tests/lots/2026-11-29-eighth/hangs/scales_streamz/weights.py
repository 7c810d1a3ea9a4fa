"""Weights of parcels flow through a stream (streamz) into a book."""

import threading

import streamz


class Book:
    def __init__(self):
        self.mutex = threading.Lock()
        self.total = 0
        self.open = True

    def add(self, weight):
        with self.mutex:
            self.total += weight

    def close(self):
        with self.mutex:
            self.open = False
            return self.total


class Flow:
    """The stream's loop is a thread of its own."""

    def __init__(self, book, display):
        self.book = book
        self.source = streamz.Stream(asynchronous=False)
        self.source.map(self.kilos).map(display.see).filter(lambda weight: weight > 0).sink(book.add)

    def kilos(self, grams):
        return grams / 1000

    def put(self, grams):
        """A book that is closed takes nothing more."""
        with self.book.mutex:
            if self.book.open:
                self.source.emit(grams)
