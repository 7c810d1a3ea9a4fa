"""Categories of a shop, which lie in one another."""

import numpy as np

CATEGORY = np.dtype([("number", np.int32), ("articles", np.int32), ("parent", np.int32)])


class Categories:
    def __init__(self, library):
        self.library = library
        self.rows = np.zeros(0, dtype=CATEGORY)

    def add(self, number, articles, parent=-1):
        row = np.array([(number, articles, parent)], dtype=CATEGORY)
        self.rows = np.concatenate([self.rows, row])

    def move(self, number, parent):
        self.rows["parent"][self.rows["number"] == number] = parent

    def articles(self, number):
        return self.library.tree_articles(self.rows.ctypes.data, len(self.rows), number)
