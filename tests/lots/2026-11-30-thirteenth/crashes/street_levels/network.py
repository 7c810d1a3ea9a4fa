"""The streets of a town as a graph; crossings have the numbers of the survey."""

import networkit as nk

FIRST = 40_000_000


class Streets:
    def __init__(self, rows, columns):
        self.columns = columns
        self.graph = nk.Graph(rows * columns, weighted=True)
        for row in range(rows):
            for column in range(columns):
                here = row * columns + column
                if column + 1 < columns:
                    self.graph.addEdge(here, here + 1, 80 + (row * 7 + column) % 40)
                if row + 1 < rows:
                    self.graph.addEdge(here, here + columns, 120)

    def crossing(self, row, column):
        """The survey's number."""
        return FIRST + row * self.columns + column

    def node(self, crossing):
        return crossing - FIRST
