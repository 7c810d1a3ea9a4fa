"""Points of a laser scan, painted into a picture: what is nearest to the eye is seen.

The scan is a cloud of points with a colour each. They are turned by the direction of the
eye, projected, and drawn at the pixel where they fall, unless something nearer is there.
"""

import math

import numpy as np
from numba import njit, prange

WIDTH, HEIGHT = 48, 32
FOCAL = 40.0


@njit
def turned(x, y, z, cos, sin):
    return cos * x + sin * z, y, cos * z - sin * x


@njit
def pixel_of(x, y, z):
    column = int(FOCAL * x / z) + WIDTH // 2
    row = int(FOCAL * y / z) + HEIGHT // 2
    if column < 0 or column >= WIDTH or row < 0 or row >= HEIGHT:
        return -1
    return row * WIDTH + column


@njit(parallel=True)
def paint(points, colours, angle):
    depth = np.full(WIDTH * HEIGHT, np.inf)
    picture = np.zeros(WIDTH * HEIGHT, dtype=np.uint8)
    cos, sin = math.cos(angle), math.sin(angle)
    for at in prange(len(points)):
        x, y, z = turned(points[at, 0], points[at, 1], points[at, 2], cos, sin)
        z += 30.0
        if z <= 1.0:
            continue
        pixel = pixel_of(x, y, z)
        if pixel >= 0 and z < depth[pixel]:
            depth[pixel] = z
            picture[pixel] = colours[at]
    return picture.reshape(HEIGHT, WIDTH)


class Scan:
    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        self.points = rng.normal(0, 6, (count, 3))
        self.colours = rng.integers(1, 255, count).astype(np.uint8)

    def seen_from(self, angles):
        for angle in angles:
            yield angle, paint(self.points, self.colours, angle)


def main():
    scan = Scan(400_000, 18)
    for angle, picture in scan.seen_from(np.linspace(0, 1.5, 4)):
        print(f"{angle:.2f}", int((picture > 0).sum()), int(picture.sum()))


if __name__ == "__main__":
    main()
