"""Colours of heights, for the map of an island."""

import bisect
import dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class Band:
    height: float
    colour: str


class Palette:
    def __init__(self, *bands):
        self.bands = sorted(bands)
        self.heights = [band.height for band in self.bands]

    def __call__(self, height):
        return self.bands[max(0, bisect.bisect(self.heights, height) - 1)].colour


GREEN = Palette(Band(-1, "blue"), Band(-0.05, "sand"), Band(0.02, "green"), Band(0.4, "grey"))
