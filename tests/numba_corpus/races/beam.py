"""The load vector of a beam: each element gives a share to both of its nodes."""

import numpy as np
from numba import njit, prange


@njit
def shape(x, length):
    s = x / length
    return 1.0 - s, s


@njit(parallel=True)
def assemble(nodes, density):
    elements = nodes.size - 1
    load = np.zeros(nodes.size)
    total = 0.0
    for e in prange(elements):
        length = nodes[e + 1] - nodes[e]
        left = 0.0
        right = 0.0
        for q in range(3):
            x = (q + 0.5) / 3 * length
            a, b = shape(x, length)
            left += a * density[e] * length / 3
            right += b * density[e] * length / 3
        load[e] += left
        load[e + 1] += right  # fails: data-race: load
        total += left + right
    return load, total


def main():
    nodes = np.linspace(0.0, 12.0, 100_001)
    load, total = assemble(nodes, np.ones(100_000))
    print(round(total, 6), load.size)


if __name__ == "__main__":
    main()
