"""Bodies for the search for collisions (python-fcl), from lists of corners and faces."""

import fcl
import numpy as np


class Body:
    def __init__(self, name, corners, faces):
        self.name = name
        self.corners = np.asarray(corners, float)
        self.faces = np.asarray(faces)

    def model(self):
        model = fcl.BVHModel()
        model.beginModel(len(self.faces), len(self.corners))
        model.addSubModel(self.corners, self.faces)
        model.endModel()
        return fcl.CollisionObject(model, fcl.Transform())


def pyramid(name, height, first=0):
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.5, 0.5, height)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 2, 1), (0, 3, 2)]
    return Body(name, corners, np.asarray(faces) + first)
