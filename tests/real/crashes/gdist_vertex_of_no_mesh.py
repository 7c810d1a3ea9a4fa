# Distances are asked for from a vertex that the mesh does not have.
# https://github.com/the-virtual-brain/tvb-gdist/issues/1
import gdist
import numpy as np

vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=np.float64)
triangles = np.array([[0, 1, 2]], dtype=np.int32)
targets = np.array([1], dtype=np.int32)


def distance(source):
    sources = np.array([source], dtype=np.int32)
    return gdist.compute_gdist(vertices, triangles, sources, targets)  # <-- here


print(distance(0))
print(distance(70_000_000))
