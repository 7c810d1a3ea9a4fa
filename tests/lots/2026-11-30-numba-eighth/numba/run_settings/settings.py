"""The settings of a run, kept in one file with its arrays."""

import tempfile
from pathlib import Path

import numpy as np


class Store:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()

    def path(self, name):
        return Path(self.folder.name) / f"{name}.npz"

    def save(self, name, **settings):
        np.savez(self.path(name), **settings)

    def load(self, name):
        with np.load(self.path(name)) as saved:
            return {key: saved[key] for key in saved.files}

    def close(self):
        self.folder.cleanup()
