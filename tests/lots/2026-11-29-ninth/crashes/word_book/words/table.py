"""The table: books are rows, words are columns; a number for each word of each library."""

import dataclasses

import numpy
from scipy import sparse

LIBRARY = 100_000_000  # numbers of the words of one library lie below


@dataclasses.dataclass
class Library:
    name: str
    table: sparse.csr_matrix
    weights: numpy.ndarray = None

    def __post_init__(self):
        """How much a word tells: little if it stands in most books."""
        books, words = self.table.shape
        found = numpy.bincount(self.table.indices, minlength=words)
        self.weights = numpy.log(books / numpy.maximum(found, 1))

    def scores(self):
        return self.table @ self.weights


def made_up(name, books, words, seed):
    chance = numpy.random.default_rng(seed)
    columns = numpy.sort(chance.integers(0, words, (books, 40)), axis=1).astype(numpy.int32)
    ends = numpy.arange(books + 1, dtype=numpy.int32) * 40
    values = numpy.ones(books * 40)
    return Library(name, sparse.csr_matrix((values, columns.ravel(), ends), shape=(books, words)))
