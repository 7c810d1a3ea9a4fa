"""Puts the words of several libraries side by side: those of the second one get other numbers."""

import logging

import numpy

from words.table import LIBRARY

log = logging.getLogger("words.joining")


class Joined:
    """A list of (book, word), which is all that the search needs."""

    def __init__(self):
        self.words = []
        self.books = 0

    def add(self, library):
        indices = library.table.indices
        indices += LIBRARY * len(self.words)
        self.words.append(indices)
        self.books += library.table.shape[0]
        log.info("%s: words %d to %d", library.name, indices.min(), indices.max())

    def distinct(self):
        return len(numpy.unique(numpy.concatenate(self.words)))
