"""Profiles of the soil: how wet it is, millimetre by millimetre."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Site:
    name: str
    depth: float  # metres
    water_table: float

    def profile(self):
        depth = np.linspace(0, self.depth, int(self.depth * 100_000))
        wet = 1 / (1 + np.exp(-(depth - self.water_table) * 4))
        return (0.05 + 0.4 * wet).astype(np.float64)


SITES = [
    Site("Upper Field", 4.0, 2.5),
    Site("Mill Bank", 6.0, 1.0),
    Site("Fen", 5.0, 0.2),
    Site("Quarry", 8.0, 7.0),
]
