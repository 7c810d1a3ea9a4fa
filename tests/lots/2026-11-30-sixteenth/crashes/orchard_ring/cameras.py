"""Cameras of an orchard, which look for frost by their warmth."""

import numpy as np


class Camera:
    def __init__(self, name, height, seed, shape=(480, 640)):
        self.name = name
        self.height = height
        self.rng = np.random.default_rng(seed)
        self.shape = shape

    def picture(self, minute):
        """Degrees of each pixel, colder below and towards the morning."""
        slope = np.linspace(1.5, -1.5, self.shape[0])[:, None]
        night = 3 - minute / 40 - self.height / 150
        return night + slope + self.rng.normal(0, 0.2, self.shape)


CAMERAS = [Camera("lower gate", 40, 1), Camera("pear row", 85, 2), Camera("hill", 160, 3)]
