"""Tiles of an atlas: made of heights that a formula gives, and shaded."""

import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Tile:
    row: int
    column: int
    size: int = 32

    @property
    def name(self):
        return f"{self.row:02}-{self.column:02}"

    def heights(self):
        for y in range(self.size):
            for x in range(self.size):
                u = (self.column * self.size + x) / 40
                v = (self.row * self.size + y) / 40
                yield 100 + 60 * math.sin(u) * math.cos(v)


def shade(tile):
    """Runs in a worker: (name, how much of the tile is above 120 m)."""
    heights = list(tile.heights())
    return tile.name, sum(height > 120 for height in heights) / len(heights)


def all_tiles(rows, columns):
    return [Tile(row, column) for row in range(rows) for column in range(columns)]
