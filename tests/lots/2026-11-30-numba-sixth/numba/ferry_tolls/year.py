"""The cars of a year, by the days of its seasons."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Year:
    number: int
    cars: int = 150_000

    def __post_init__(self):
        rng = np.random.default_rng(self.number)
        self.kinds = rng.integers(0, 2, self.cars)
        self.lengths = rng.normal(4.6, 0.8, self.cars)
        self.days = rng.integers(0, 365, self.cars)

    def in_months(self, first, last):
        month = self.days * 12 // 365
        mask = (month >= first) & (month < last)
        return self.kinds[mask], self.lengths[mask], self.days[mask]

    def all(self):
        return self.in_months(0, 12)
