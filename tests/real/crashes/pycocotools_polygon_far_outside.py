# The corners of a polygon lie some hundred million pixels outside of the picture: sizes overflow.
# https://github.com/cocodataset/cocoapi/issues/380
import numpy as np
from pycocotools import mask

outline = np.array([-164.1, -221.8, 2.085e8, 3.522e8, 226.0, 236.6, 272.0, 384.3])


def filled(outlines, height, width):
    return mask.frPyObjects(outlines, height, width)  # <-- here


print(filled([outline], 28, 28))
