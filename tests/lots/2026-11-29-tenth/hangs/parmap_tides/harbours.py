"""Harbours, and how finely the tides of each are worked out."""

import dataclasses
import math


@dataclasses.dataclass
class Harbour:
    name: str
    steps: int
    depth: float = 8.0

    def phase(self):
        return math.fmod(len(self.name) * 0.31 + self.depth, math.pi)


HARBOURS = [
    Harbour("Ems", 20_000),
    Harbour("Elbe", 60_000, 14.5),
    Harbour("Jade", 40_000_000, 19.0),
    Harbour("Eider", 30_000, 4.5),
    Harbour("Oste", 10_000, 3.0),
]


def chosen(names):
    return [harbour for harbour in HARBOURS if not names or harbour.name in names]
