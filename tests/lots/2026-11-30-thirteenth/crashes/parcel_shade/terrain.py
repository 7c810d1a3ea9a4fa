"""Heights of the parcels, as the flight over the valley gave them."""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Parcel:
    name: str
    rows: int
    columns: int
    steep: float

    def heights(self):
        y, x = np.mgrid[0 : self.rows, 0 : self.columns].astype(np.float32)
        rng = np.random.default_rng(self.rows)
        return self.steep * np.sin(x / 17) * np.cos(y / 23) + rng.random(x.shape, dtype=np.float32)


PARCELS = [
    Parcel("meadow", 400, 400, 3),
    Parcel("orchard", 700, 700, 12),
    Parcel("river strip", 60, 90_000, 2),
    Parcel("hill", 1200, 900, 60),
]
