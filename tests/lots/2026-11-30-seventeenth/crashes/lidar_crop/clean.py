import numpy as np


def shape_of_ground(points, cell):
    """The lowest point of each cell."""
    places = (points[:, :2] // cell).astype(int)
    keys = places[:, 0] * 1000 + places[:, 1]
    order = np.lexsort((points[:, 2], keys))
    _, first = np.unique(keys[order], return_index=True)
    return points[order[first]]


def head(points, share):
    """The first part of a flight: the rest is over the sea."""
    return points[: int(len(points) * share)]


def lifted(points, metres):
    """Heights above another level."""
    shifted = np.array(points)
    shifted[:, 2] += metres
    return shifted
