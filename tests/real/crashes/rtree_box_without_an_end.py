# Boxes that lie at infinity go into an index; the node that holds them cannot be split.
# https://github.com/libspatialindex/libspatialindex/issues/107
import math

from rtree import index


def load(boxes):
    tree = index.Index()
    for number, box in enumerate(boxes):
        tree.insert(number, box)  # <-- here
    return tree


print(load([(i, i, i + 1, i + 1) for i in range(300)]).get_size())
print(load([(math.inf,) * 4 for i in range(300)]).get_size())  # <-- also
