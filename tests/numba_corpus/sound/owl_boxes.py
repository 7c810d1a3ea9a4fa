"""Owls in boxes: a rotated index gives each iteration a place of its own."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def turned(boxes, by):
    out = np.empty_like(boxes)
    many = len(boxes)
    for at in prange(many):
        out[(at + by) % many] = boxes[at]
    return out


@njit(parallel=True)
def mirrored(boxes):
    many = len(boxes)
    for at in prange(many // 2):
        held = boxes[at]
        boxes[at] = boxes[many - 1 - at]
        boxes[many - 1 - at] = held


def main():
    boxes = np.arange(1001.0)
    boxes = turned(boxes, 17)
    mirrored(boxes)
    print("first:", boxes[:3])


if __name__ == "__main__":
    main()
