# The bindings make the structure without running its constructor: a matrix in it is garbage.
# https://github.com/opencv/opencv/issues/20979
import cv2

features = cv2.detail_ImageFeatures()
print(features.img_size, len(features.getKeypoints()))
print(features.descriptors)  # <-- here
