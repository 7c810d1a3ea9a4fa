"""Volumes of a scanner as SimpleITK has them."""

import numpy as np
import SimpleITK as sitk


def phantom(size, seed):
    """A ball with a smaller one in it, and noise."""
    image = sitk.GaussianSource(sitk.sitkFloat32, [size] * 3, [size / 5] * 3, [size / 2] * 3, 200.0)
    image.SetSpacing((0.8, 0.8, 1.2))
    noise = sitk.AdditiveGaussianNoise(image, 4.0, 0.0, seed)
    return noise


def smooth(image, sigma):
    return sitk.RecursiveGaussian(image, sigma)


class Volume:
    """A volume by name, with its numbers for numpy."""

    def __init__(self, name, image):
        self.name = name
        self.spacing = image.GetSpacing()
        self.values = sitk.GetArrayViewFromImage(smooth(image, 1.5))

    def litres(self, limit):
        voxels = int(np.count_nonzero(self.values > limit))
        return voxels * float(np.prod(self.spacing)) / 1e6
