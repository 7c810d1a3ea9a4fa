"""The floor of a hall, and what a robot may do on it."""

from dataclasses import dataclass

MOVES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


@dataclass(frozen=True)
class Spot:
    x: int
    y: int

    def go(self, move):
        dx, dy = MOVES[move]
        return Spot(self.x + dx, self.y + dy)


class Floor:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def strip(self, start):
        """Moves that sweep all of it in strips, from one wall to the other."""
        for row in range(self.height):
            move = "e" if row % 2 == 0 else "w"
            for _ in range(self.width - 1):
                yield move
            if row < self.height - 1:
                yield "s"
