"""Pieces and voices."""

import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class Voice:
    name: str
    bars: int

    def notes(self):
        chance = random.Random(self.name)
        return "".join(chance.choice("cdefgab") for _ in range(self.bars * 4))


@dataclasses.dataclass(frozen=True)
class Piece:
    title: str
    voices: tuple


PIECES = 3 * [
    Piece("Polska", (Voice("fiddle", 8), Voice("bass", 8))),
    Piece("March", (Voice("clarinet", 16), Voice("drum", 18), Voice("tuba", 12))),
    Piece("Waltz", (Voice("nyckelharpa", 12), Voice("flute", 12))),
]
