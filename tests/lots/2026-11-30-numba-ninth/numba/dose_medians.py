"""Typical doses of the wards; a dose that was not written down is nan."""

import numpy as np
from numba import njit


@njit
def typical(doses, wards, count):
    found = np.empty(count)
    for ward in range(count):
        found[ward] = np.median(doses[wards == ward])
    return found


class Register:
    def __init__(self, names, seed):
        rng = np.random.default_rng(seed)
        self.names = names
        self.wards = rng.integers(0, len(names), 240)
        self.doses = rng.normal(40.0, 6.0, 240).round(1)
        self.doses[(self.wards == 1) & (rng.random(240) < 0.1)] = np.nan

    def report(self):
        found = typical(self.doses, self.wards, len(self.names))
        for name, dose in zip(self.names, found):
            print(f"{name:10} {'incomplete' if np.isnan(dose) else round(float(dose), 2)}")


if __name__ == "__main__":
    Register(["north", "south", "children"], 4).report()
