"""The shelf that movies are put on when they are known; a thread sorts it."""

import collections
import functools
import threading
import time


class Shelf(threading.Thread):
    def __init__(self):
        super().__init__(name="shelf", daemon=True)
        self.movies = []
        self.calls = collections.Counter()

    def put(self, movie):
        self.movies.append(movie)

    def run(self):
        while True:
            self.movies = sorted(self.movies, key=lambda movie: movie.name)
            time.sleep(0.3)


def counted(method):
    @functools.wraps(method)
    async def wrapper(self, *arguments):
        self.shelf.calls[method.__name__] += 1
        return await method(self, *arguments)

    return wrapper
