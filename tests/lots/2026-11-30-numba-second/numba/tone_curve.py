"""Develops a raw photograph: exposure, a curve for the tones, and a limit."""

import numpy as np
from numba import float32, float64, vectorize


@vectorize(["float32(float32, float32)", "float64(float64, float64)"])
def exposed(light, stops):
    return light * 2.0**stops


@vectorize([float32(float32, float32), float64(float64, float64)])
def toned(light, contrast, pivot):
    return pivot * (light / pivot) ** contrast


@vectorize([float32(float32), float64(float64)])
def limited(light):
    return min(1.0, max(0.0, light))


class Developer:
    def __init__(self, stops=0.0, contrast=1.2, pivot=0.18):
        self.stops = stops
        self.contrast = contrast
        self.pivot = pivot

    def develop(self, raw):
        light = exposed(raw, self.stops)
        return limited(toned(light, self.contrast, self.pivot))


def photograph(rows, columns):
    y, x = np.mgrid[:rows, :columns]
    return (0.02 + 0.4 * np.hypot(y / rows, x / columns)).astype(np.float32)


if __name__ == "__main__":
    image = Developer(0.7).develop(photograph(60, 90))
    print(image.dtype, image.mean().round(3))
