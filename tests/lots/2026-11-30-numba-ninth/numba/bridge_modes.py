"""Does a footbridge swing by itself? By the roots of its equations."""

import numpy as np
from numba import njit


@njit
def system(stiffness, damping, mass):
    count = len(stiffness)
    matrix = np.zeros((2 * count, 2 * count))
    for at in range(count):
        matrix[at, count + at] = 1.0
        matrix[count + at, at] = -stiffness[at] / mass
        matrix[count + at, count + at] = -damping / mass
    return matrix


@njit
def growth(stiffness, damping, mass):
    roots, shapes = np.linalg.eig(system(stiffness, damping, mass))
    return roots.real.max()


class Bridge:
    def __init__(self, spans, mass):
        self.stiffness = np.array([40.0 / span for span in spans])
        self.mass = mass

    def stable(self, damping):
        return growth(self.stiffness, damping, self.mass) <= 0.0


def main():
    bridge = Bridge([12.0, 18.0, 12.0], 2.5)
    for damping in (90.0, 30.0, 0.4):
        print("damping", damping, "stable", bridge.stable(damping))


if __name__ == "__main__":
    main()
