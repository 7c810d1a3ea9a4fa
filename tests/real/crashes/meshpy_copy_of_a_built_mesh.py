# A mesh that was built is copied before it is changed.
# https://github.com/inducer/meshpy/issues/35
from meshpy import triangle


def described(points):
    info = triangle.MeshInfo()
    info.set_points(points)
    info.set_facets([(n, (n + 1) % len(points)) for n in range(len(points))])
    return info


def kept(mesh):
    return mesh.copy()  # <-- here


info = described([(0, 0), (50, 0), (50, 50), (0, 50)])
print(len(kept(info).points))
print(len(kept(triangle.build(info)).points))  # <-- also
