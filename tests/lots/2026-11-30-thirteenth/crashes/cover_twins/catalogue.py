"""Vectors of book covers in an index of faiss."""

import contextlib
import logging

import faiss
import numpy as np

log = logging.getLogger(__name__)


class Catalogue:
    def __init__(self, size):
        self.size = size
        self.index = faiss.IndexFlatIP(size)
        self.titles = []

    def __len__(self):
        return self.index.ntotal

    def extend(self, titles, vectors):
        vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        faiss.normalize_L2(vectors)
        self.index.add(vectors)
        self.titles.extend(titles)
        log.info("%d covers", len(self))

    def vectors(self):
        """All vectors as an array, without a copy."""
        flat = faiss.rev_swig_ptr(self.index.get_xb(), len(self) * self.size)
        return flat.reshape(len(self), self.size)

    def twins(self, vector, number=3):
        scores, at = self.index.search(vector[None], number)
        return [(self.titles[i], float(score)) for i, score in zip(at[0], scores[0])]


@contextlib.contextmanager
def season(name, size):
    catalogue = Catalogue(size)
    log.info("season %s begins", name)
    try:
        yield catalogue
    finally:
        log.info("season %s ends with %d covers", name, len(catalogue))
