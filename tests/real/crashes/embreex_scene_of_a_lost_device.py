# The scene is kept, and the device that it was made with is not.
# https://github.com/trimesh/embreex/pull/7
import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore import EmbreeDevice
from embreex.rtcore_scene import EmbreeScene

CORNERS = np.array([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]], dtype=np.float32)


def scene_with_a_triangle():
    device = EmbreeDevice()
    scene = EmbreeScene(device)
    TriangleMesh(scene, CORNERS)
    return scene  # <-- also


def hit(scene, origins, directions):
    return scene.run(origins, directions)  # <-- here


for _ in range(20):
    scene = scene_with_a_triangle()  # <-- also
origins = np.array([[0.2, 0.2, -1]], dtype=np.float32)
directions = np.array([[0, 0, 1]], dtype=np.float32)
print(hit(scene, origins, directions))  # <-- also
