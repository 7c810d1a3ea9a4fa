"""Plates of a survey, as FITS files that are read by pieces."""

import os

import numpy as np
from astropy.io import fits


class Plates:
    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, f"{name}.fits")

    def write(self, name, pixels):
        fits.PrimaryHDU(pixels).writeto(self.path(name), overwrite=True)

    def open(self, name):
        return fits.open(self.path(name), memmap=True)


def sky(size, seed):
    return np.random.default_rng(seed).normal(100, 5, (size, size)).astype(np.float32)
