"""Moisture in the soil below many fields, by an explicit scheme."""

import numpy as np
from numba import njit, prange


class Fields:
    def __init__(self, count, layers, seed=0):
        rng = np.random.default_rng(seed)
        self.moisture = rng.uniform(0.1, 0.3, (count, layers))
        self.conductivity = rng.uniform(0.5, 2.0, count)

    @property
    def driest(self):
        return self.moisture.mean(axis=1).argmin()

    def rain(self, days, seed=1):
        rng = np.random.default_rng(seed)
        return np.where(rng.random(days) < 0.3, rng.gamma(2.0, 0.01, days), 0.0)


@njit
def column(moisture, conductivity, rain, dt):
    layers = moisture.size
    flux = np.zeros(layers + 1)
    flux[0] = rain
    for k in prange(1, layers):
        flux[k] = conductivity * moisture[k - 1] ** 3
    for k in range(layers):
        moisture[k] += dt * (flux[k] - flux[k + 1])
        if moisture[k] > 0.45:
            moisture[k] = 0.45


@njit
def evaporation(top, potential):
    return potential * min(1.0, top / 0.25)


@njit(parallel=True)
def season(moisture, conductivity, rain, dt):
    day = 0
    for amount in rain:
        for field in range(moisture.shape[0]):
            column(moisture[field], conductivity[field], amount, dt)
            moisture[field, 0] -= dt * evaporation(moisture[field, 0], 0.01)
        day += 1
    return day


def main():
    fields = Fields(400, 30)
    days = season(fields.moisture, fields.conductivity, fields.rain(120), 0.5)
    print(f"after {days} days: {fields.moisture.mean():.4f}")
    print(f"driest: field {fields.driest}")


if __name__ == "__main__":
    main()
