"""The library that looks which devices have something to say."""

import ctypes
import os

library = ctypes.CDLL(os.environ["WATCH"])


class Watcher:
    def __init__(self):
        self.sources = []

    def add(self, source):
        self.sources.append(source)

    def ready(self, milliseconds=10):
        numbers = [source.fileno() for source in self.sources]
        array = (ctypes.c_int * len(numbers))(*numbers)
        return library.watch_ready(array, len(numbers), milliseconds)
