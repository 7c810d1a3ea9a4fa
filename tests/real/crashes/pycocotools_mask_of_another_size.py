# The runs of a mask are decoded for a picture that is smaller than the one they were made from.
# https://github.com/cocodataset/cocoapi/issues/362
import numpy as np
from pycocotools import mask

drawn = np.zeros((2048, 2048), dtype=np.uint8, order="F")
drawn[100:1900, 100:1900] = 1
runs = mask.encode(drawn)
runs["size"] = [64, 64]


def pixels(runs):
    return mask.decode(runs)  # <-- here


print(pixels(runs).sum())
