# The regions are counted of a slice of a volume that has no rows.
# https://github.com/scikit-image/scikit-image/issues/5260
import numpy as np
from skimage.measure import label


def regions(volume, first, last):
    return label(volume[:, first:last, :])  # <-- here


volume = np.zeros((300, 300, 300))
print(regions(volume, 0, 0).shape)  # <-- also
