"""A beam on two supports, by finite elements: loads and stiffness are assembled element by element."""

import numpy as np
from numba import njit, prange


@njit
def load_on(x0, x1, weight, snow):
    middle = (x0 + x1) / 2
    return (x1 - x0) * (weight + snow * np.exp(-((middle - 4.0) ** 2)))


@njit(parallel=True)
def assemble(nodes, weight, snow, stiffness, diagonal, beside, forces):
    for element in prange(nodes.size - 1):
        length = nodes[element + 1] - nodes[element]
        half = load_on(nodes[element], nodes[element + 1], weight, snow) / 2
        k = stiffness / length
        beside[element] = -k
        diagonal[element] += k
        diagonal[element + 1] += k
        forces[element] += half
        forces[element + 1] += half


@njit
def solve(diagonal, beside, forces):
    size = diagonal.size
    d, f = diagonal.copy(), forces.copy()
    d[0] = d[size - 1] = 1e30
    for at in range(1, size):
        factor = beside[at - 1] / d[at - 1]
        d[at] -= factor * beside[at - 1]
        f[at] -= factor * f[at - 1]
    u = np.zeros(size)
    for back in range(size):
        at = size - 1 - back
        right = beside[at] * u[at + 1] if at + 1 < size else 0.0
        u[at] = (f[at] - right) / d[at]
    return u


@njit
def moments(nodes, bent, stiffness):
    """The bending moment between the supports, from the second differences."""
    out = np.zeros(nodes.size)
    for at in range(1, nodes.size - 1):
        step = nodes[at + 1] - nodes[at]
        out[at] = stiffness * (bent[at - 1] - 2 * bent[at] + bent[at + 1]) / step**2
    return out


class Beam:
    def __init__(self, length, elements):
        self.nodes = np.linspace(0, length, elements + 1)

    def bend(self, weight, snow, stiffness=5e4):
        size = self.nodes.size
        diagonal, beside, forces = np.zeros(size), np.zeros(size), np.zeros(size)
        assemble(self.nodes, weight, snow, stiffness, diagonal, beside, forces)
        return solve(diagonal, beside, forces)


if __name__ == "__main__":
    beam = Beam(9.0, 40_000)
    for snow in (0.0, 50.0, 120.0):
        bent = beam.bend(80.0, snow)
        worst = np.abs(moments(beam.nodes, bent, 5e4)).max()
        print(f"snow {snow:5.1f}: {1000 * bent.max():.2f} mm, at most {worst:.0f} Nm")
