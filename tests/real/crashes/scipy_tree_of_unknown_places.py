# A k-d tree of points of which nearly all are not a number: each split takes one off, and the next is a call.
# https://github.com/scipy/scipy/issues/16568
import numpy as np
from scipy.spatial import cKDTree


def tree_of(points):
    return cKDTree(points, leafsize=1)  # <-- here


places = np.random.default_rng(1).random((1000, 2))
print(tree_of(places).n)
lost = np.full((200_000, 2), np.nan)
print(tree_of(lost).n)  # <-- also
