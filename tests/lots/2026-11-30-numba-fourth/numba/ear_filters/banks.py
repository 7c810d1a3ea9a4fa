"""Banks of filters as they come from the laboratory's files."""

import numpy as np


class Bank:
    def __init__(self, bands, taps):
        self.bands = bands
        self.taps = taps

    def matrix(self):
        n = np.arange(self.taps)
        rows = []
        for band in range(self.bands):
            centre = (band + 0.5) / self.bands * np.pi
            rows.append(np.cos(centre * (n - self.taps / 2)) * np.hanning(self.taps))
        return np.array(rows)


def from_card(path_or_none, samples, seed=5):
    """Sound as the card delivers it."""
    if path_or_none is not None:
        return np.fromfile(path_or_none, dtype=np.float32)
    rng = np.random.default_rng(seed)
    return rng.normal(0, 0.1, samples).astype(np.float32)
