"""Levels of a lake in a file of HDF5: one row a day, more rows each day."""

import h5py
import numpy as np


class Store:
    def __init__(self, path, gauges):
        self.file = h5py.File(path, "w")
        self.levels = self.file.create_dataset(
            "levels", (0, gauges), maxshape=(None, gauges), dtype="f8", chunks=(64, gauges)
        )

    def append(self, rows):
        days = len(self.levels)
        self.levels.resize(days + len(rows), axis=0)
        self.levels[days:] = rows

    def __len__(self):
        return len(self.levels)

    def close(self):
        self.file.close()


def measured(days, gauges, seed):
    return np.random.default_rng(seed).normal(400, 9, (days, gauges))
