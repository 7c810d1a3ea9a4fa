# A diagram is asked for an edge before it is made.
# https://github.com/fabanc/pyvoronoi/issues/41
import pyvoronoi


def first_edge(diagram):
    return diagram.GetEdge(0)  # <-- here


diagram = pyvoronoi.Pyvoronoi(1)
diagram.AddSegment([[0, 0], [0, 2]])
diagram.AddSegment([[1, 0], [1, 2]])
print(first_edge(diagram))
