# Three points in a plane are to be filled with tetrahedra.
# https://github.com/inducer/meshpy/issues/26
from meshpy.tet import MeshInfo, build


def filled(points, facets):
    info = MeshInfo()
    info.set_points(points)
    info.set_facets(facets)
    return build(info)  # <-- here


print(len(filled([(0, 0, 0), (2, 0, 0), (2, 2, 0)], [[0, 1, 2]]).points))  # <-- also
