# A polygon with no corner at all is filled.
# https://github.com/opencv/opencv-python/issues/986
import cv2
import numpy as np


def draw(image, corners):
    points = np.array(corners, dtype=np.int32).reshape((1, -1, 2))
    return cv2.fillPoly(image, points, (0, 0, 255))  # <-- here


canvas = np.zeros((100, 100, 3), dtype=np.uint8)
print(draw(canvas, [(10, 10), (50, 10), (30, 40)]).sum())
print(draw(canvas, []).sum())  # <-- also
