"""The curve of an oven, from its controller's text."""

import json

import numpy as np
from numba import njit, objmode


def points_of(text):
    return [float(value) for value in json.loads(text)["celsius"]]


@njit
def steepest(text, minutes):
    with objmode(points="float64[:]"):
        points = points_of(text)
    most = 0.0
    for at in range(1, len(points)):
        most = max(most, (points[at] - points[at - 1]) / minutes)
    return most


@njit
def safe(text, minutes, limit):
    return steepest(text, minutes) <= limit


class Curve:
    def __init__(self, celsius, minutes):
        self.text = json.dumps({"celsius": list(np.round(celsius, 1))})
        self.minutes = minutes

    def is_safe(self, limit):
        return safe(self.text, self.minutes, limit)
