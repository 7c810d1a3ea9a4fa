"""Surfaces of a lens as namedtuples, and rays that pass them."""

from typing import NamedTuple

import numpy as np
from numba import njit


class Surface(NamedTuple):
    curvature: float
    thickness: float
    index: float


class Ray(NamedTuple):
    height: float
    angle: float


@njit
def refracted(ray, surface, before):
    bent = (before * ray.angle - ray.height * surface.curvature * (surface.index - before)) / surface.index
    return Ray(ray.height + bent * surface.thickness, bent)


@njit
def traced(ray, surfaces):
    before = 1.0
    heights = np.empty(len(surfaces))
    for at in range(len(surfaces)):
        ray = refracted(ray, surfaces[at], before)
        before = surfaces[at].index
        heights[at] = ray.height
    return ray, heights
