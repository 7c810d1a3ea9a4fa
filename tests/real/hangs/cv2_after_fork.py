# The parent finds contours, for which OpenCV starts threads; in a process forked after that the same
# call waits for threads that are not there.
# https://github.com/opencv/opencv-python/issues/249
import multiprocessing

import cv2
import numpy


def largest(image):
    blurred = cv2.GaussianBlur(image, (31, 31), 0)  # <-- here
    return int(blurred.max())


def main():
    image = numpy.random.default_rng(1).integers(0, 255, (3000, 3000), dtype=numpy.uint8)
    cv2.setNumThreads(4)
    print(largest(image))
    child = multiprocessing.get_context("fork").Process(target=largest, args=(image,))
    child.start()
    print("READY", flush=True)
    child.join()  # <-- also


if __name__ == "__main__":
    main()
