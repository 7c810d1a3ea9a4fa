"""A grid of heights, cut into tiles."""

import dataclasses
import math


@dataclasses.dataclass
class Tile:
    row: int
    column: int
    heights: list

    @property
    def name(self):
        return f"tile {self.row}/{self.column}"

    @property
    def mean(self):
        return sum(map(sum, self.heights)) / sum(map(len, self.heights))


class Grid:
    def __init__(self, size, edge):
        self.size = size
        self.edge = edge

    def height(self, x, y):
        return 200 + 80 * math.sin(x / 17) * math.cos(y / 23)

    def tile(self, row, column):
        return Tile(
            row,
            column,
            [
                [self.height(column * self.edge + x, row * self.edge + y) for x in range(self.edge)]
                for y in range(self.edge)
            ],
        )

    def tiles(self):
        for row in range(self.size):
            for column in range(self.size):
                yield self.tile(row, column)
