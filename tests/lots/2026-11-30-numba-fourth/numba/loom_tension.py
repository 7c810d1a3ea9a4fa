"""The tension of a warp as it is wound, layer by layer."""

import numpy as np
from numba import njit


@njit(locals={"tension": float, "radius": float})
def wound(layers, start, thickness):
    tension = start
    radius = 40.0
    out = np.empty(layers)
    for layer in range(layers):
        radius += thickness
        tension = start * 40.0 / radius
        out[layer] = tension
    return out


@njit
def spread(tensions):
    return tensions.max() - tensions.min()


def main():
    for thickness in (0.2, 0.4):
        print(thickness, spread(wound(60, 12.0, thickness)))


if __name__ == "__main__":
    main()
