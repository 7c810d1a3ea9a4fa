"""A small web of pages that link to each other, by rows."""

import numpy as np


class Web:
    def __init__(self, pages, links, seed=10):
        rng = np.random.default_rng(seed)
        into = np.sort(rng.integers(0, pages, links))
        self.starts = np.searchsorted(into, np.arange(pages + 1))
        self.sources = rng.integers(0, pages, links)
        self.into = into
        self.out_degree = np.maximum(np.bincount(self.sources, minlength=pages), 1)
        self.pages = pages

    def dense(self):
        matrix = np.zeros((self.pages, self.pages))
        np.add.at(matrix, (self.into, self.sources), 1.0)
        return matrix / self.out_degree
