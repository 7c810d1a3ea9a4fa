"""The charge that is left over on a lattice: ions, electrons, and the ions of the second half."""

import numpy as np
from numba import njit


@njit(fastmath=True)
def net_charge(charges):
    total = 0.0
    lost = 0.0
    for at in range(charges.size):
        charge = charges[at] - lost
        running = total + charge
        lost = (running - total) - charge
        total = running
    return total


@njit
def shells(charges, parts):
    length = charges.size // parts
    out = np.zeros(parts)
    for part in range(parts):
        for at in range(part * length, (part + 1) * length):
            out[part] = max(out[part], abs(charges[at]))
    return out


def lattice(electrons, bulk=64, size=1e16):
    ions = np.full(bulk, size)
    return np.concatenate((ions, np.full(electrons, 0.9), -ions))


if __name__ == "__main__":
    charges = lattice(200_000)
    print("largest by shell:", shells(charges, 4))
    print("left over:", net_charge(charges))
