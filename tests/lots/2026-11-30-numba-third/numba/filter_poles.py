"""Is a filter stable? All of its poles must lie within the unit circle."""

import numpy as np
from numba import njit


@njit
def companion(coefficients):
    size = coefficients.size - 1
    out = np.zeros((size, size), np.complex128)
    for at in range(size):
        out[0, at] = -coefficients[at + 1] / coefficients[0]
    for at in range(1, size):
        out[at, at - 1] = 1.0
    return out


@njit
def poles(coefficients):
    return np.linalg.eigvals(companion(coefficients))


@njit
def outermost(roots):
    far = roots[0]
    for at in range(1, roots.size):
        far = max(far, roots[at])
    return far


@njit
def gain(coefficients, frequency):
    z = np.exp(-2j * np.pi * frequency)
    total = 0j
    for at in range(coefficients.size):
        total += coefficients[at] * z**at
    return 1.0 / abs(total)


class Filter:
    def __init__(self, name, coefficients):
        self.name = name
        self.coefficients = np.array(coefficients)

    @property
    def peak(self):
        return max(gain(self.coefficients, f) for f in np.linspace(0.0, 0.5, 101))

    @property
    def stable(self):
        return abs(outermost(poles(self.coefficients))) < 1.0


FILTERS = (
    Filter("soft", [1.0, -0.5]),
    Filter("ringing", [1.0, -1.2, 0.9]),
    Filter("wild", [1.0, -2.1, 1.3, -0.4]),
)


if __name__ == "__main__":
    for each in FILTERS:
        print(f"{each.name:8} peak {each.peak:.2f}")
        print(f"{each.name:8} {'stable' if each.stable else 'unstable'}")
