"""Surveys as .npy files, which are mapped and not read: they are large."""

from pathlib import Path

import numpy as np
from numpy.lib import format as npy

ROWS = 50_000


class Store:
    def __init__(self, folder):
        self.folder = Path(folder)

    def path(self, name):
        return self.folder / f"{name}.npy"

    def save(self, name, points):
        """Writes block by block, so that not all of it has to be in memory."""
        with open(self.path(name), "wb") as file:
            npy.write_array_header_1_0(file, npy.header_data_from_array_1_0(points))
            for at in range(0, len(points), ROWS):
                file.write(points[at : at + ROWS].tobytes())

    def load(self, name):
        return np.load(self.path(name), mmap_mode="r")

    def size(self, name):
        return self.path(name).stat().st_size
