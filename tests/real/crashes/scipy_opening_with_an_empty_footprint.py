# A footprint without any true value: the filter reads the first of no offsets.
# https://github.com/scipy/scipy/issues/7202
import numpy as np
from scipy import ndimage

profile = np.linspace(0, 1, 1000)


def smooth(profile, width):
    footprint = np.zeros(width, dtype=bool)
    return ndimage.grey_opening(profile, footprint=footprint)  # <-- here


for width in range(2, 60):
    print(smooth(profile, width)[:3])
