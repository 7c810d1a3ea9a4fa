"""The turns of a camera, as quaternions, from the angles of its joystick."""

import math

import numpy as np
from numba import float64, njit
from numba.experimental import jitclass


@jitclass([("w", float64), ("x", float64), ("y", float64), ("z", float64)])
class Turn:
    def __init__(self, w, x, y, z):
        self.w = w
        self.x = x
        self.y = y
        self.z = z

    @staticmethod
    def half(angle):
        return math.cos(angle / 2), math.sin(angle / 2)

    def after(self, other):
        return (
            self.w * other.w - self.x * other.x - self.y * other.y - self.z * other.z,
            self.w * other.x + self.x * other.w + self.y * other.z - self.z * other.y,
            self.w * other.y - self.x * other.z + self.y * other.w + self.z * other.x,
            self.w * other.z + self.x * other.y - self.y * other.x + self.z * other.w,
        )


@njit
def pan_and_tilt(pan, tilt):
    w, z = Turn.half(pan)
    panned = Turn(w, 0.0, 0.0, z)
    w, x = Turn.half(tilt)
    return panned.after(Turn(w, x, 0.0, 0.0))


class Camera:
    def __init__(self):
        self.pan = 0.0
        self.tilt = 0.0

    def stick(self, right, up, seconds):
        self.pan += right * seconds
        self.tilt = min(max(self.tilt + up * seconds, -1.2), 1.2)

    def looks(self):
        return pan_and_tilt(self.pan, self.tilt)


def main():
    camera = Camera()
    for right, up in ((0.3, 0.0), (0.3, 0.2), (-0.1, 0.4)):
        camera.stick(right, up, 0.5)
        w, x, y, z = camera.looks()
        print(f"{w:.3f} {x:.3f} {y:.3f} {z:.3f}", bool(np.isclose(w * w + x * x + y * y + z * z, 1)))


if __name__ == "__main__":
    main()
