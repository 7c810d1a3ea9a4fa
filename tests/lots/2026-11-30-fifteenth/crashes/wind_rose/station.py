import dataclasses

import numpy as np


@dataclasses.dataclass
class Day:
    name: str
    degrees: np.ndarray
    speeds: np.ndarray


class Station:
    """Readings of a mast, one a minute. While the vane is frozen there is none."""

    def __init__(self, seed):
        self.chance = np.random.default_rng(seed)

    def day(self, name, frozen=0):
        degrees = self.chance.uniform(0, 360, 1440) % 360
        speeds = self.chance.gamma(2.0, 3.0, 1440)
        if frozen:
            start = int(self.chance.integers(0, 1440 - frozen))
            degrees[start : start + frozen] = np.nan
        return Day(name, degrees, speeds)
