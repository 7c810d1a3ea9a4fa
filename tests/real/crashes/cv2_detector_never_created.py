# The class itself is called in place of its create function: the object in it is a null pointer.
# https://github.com/opencv/opencv_contrib/issues/2714
import cv2
import numpy as np

picture = np.zeros((120, 160), dtype=np.uint8)
cv2.line(picture, (10, 10), (150, 100), 255, 2)


def segments(picture):
    detector = cv2.LineSegmentDetector()
    return detector.detect(picture)  # <-- here


print(segments(picture))
