"""Climate of the coast: months times cells, with the land left out."""

import numpy as np
from numba import njit


@njit
def anomalies(months):
    means = np.zeros(months.shape[1])
    for month in range(months.shape[0]):
        means += months[month]
    means /= months.shape[0]
    return months - means


@njit
def blanked(weights, land):
    for cell in range(land.size):
        if land[cell]:
            for month in range(weights.shape[0]):
                weights[month, cell] = 0.0
    return weights


@njit
def weighted(values, weights):
    out = np.zeros(values.shape[0])
    for month in range(values.shape[0]):
        total = 0.0
        for cell in range(values.shape[1]):
            total += weights[month, cell]
            out[month] += weights[month, cell] * values[month, cell]
        out[month] /= total
    return out


class Coast:
    def __init__(self, months, cells, seed):
        rng = np.random.default_rng(seed)
        self.latitudes = np.linspace(35.0, 60.0, cells)
        season = 8.0 * np.sin(2 * np.pi * np.arange(months) / 12)
        self.degrees = season[:, None] + 30.0 - 0.4 * self.latitudes + rng.normal(0, 1, (months, cells))
        self.land = rng.random(cells) < 0.3

    def weights(self):
        of_cells = np.cos(np.radians(self.latitudes))
        return np.broadcast_to(of_cells, self.degrees.shape)

    def index(self):
        weights = blanked(self.weights(), self.land)
        return weighted(anomalies(self.degrees), weights)


def main():
    coast = Coast(36, 150, 6)
    print(coast.index().round(3))


if __name__ == "__main__":
    main()
