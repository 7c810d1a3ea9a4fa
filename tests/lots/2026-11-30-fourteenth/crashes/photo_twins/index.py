"""Pictures as vectors, in an index of faiss."""

import faiss
import numpy as np


class Index:
    """Search without the copies and checks of the comfortable interface: results go to arrays that are kept."""

    def __init__(self, dimension, most, neighbours):
        self.index = faiss.IndexFlatL2(dimension)
        self.neighbours = neighbours
        self.distances = np.empty((most, neighbours), dtype=np.float32)
        self.labels = np.empty((most, neighbours), dtype=np.int64)

    def add(self, vectors):
        self.index.add(np.ascontiguousarray(vectors, dtype=np.float32))

    def nearest(self, queries):
        queries = np.ascontiguousarray(queries, dtype=np.float32)
        number = queries.shape[0]
        self.index.search_c(
            number,
            faiss.swig_ptr(queries),
            self.neighbours,
            faiss.swig_ptr(self.distances),
            faiss.swig_ptr(self.labels),
        )
        return self.labels[:number], self.distances[:number]
