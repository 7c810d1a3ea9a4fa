# The faces are given by their corners, without the number of corners before each.
# https://github.com/pyvista/pyvista/issues/4735
import pyvista


def shaded(points, faces):
    mesh = pyvista.PolyData(points, faces)  # <-- also
    return mesh.compute_normals()  # <-- here


corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
print(shaded(corners, [3, 0, 1, 2]).n_points)
print(shaded([[0.0, 0.0, 0.0]], [1]).n_points)  # <-- also
