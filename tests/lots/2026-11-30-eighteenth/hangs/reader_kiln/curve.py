"""Curves of heat, by which a kiln is fired."""

from dataclasses import dataclass


@dataclass
class Curve:
    name: str
    heats: list
    parts: int = 1

    @property
    def top(self):
        return self.heats[-1]


BISQUE = Curve("bisque", [200, 600, 980])
GLAZE = Curve("glaze", [300, 1240], parts=2)
