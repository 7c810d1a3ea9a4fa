"""Wells, and how their depth is sounded."""

import csv
import io
import random
import time
from dataclasses import dataclass

REGISTER = """\
name,depth,parish,wall
Upper,12,Hill,stone
Mill,31,Brook,brick
Church,24,Brook,stone
Far,55,Moor,none
Old,18,Hill,wood
"""


@dataclass(frozen=True)
class Well:
    name: str
    depth: float
    parish: str
    wall: str

    @property
    def echo(self):
        """How much of a stone's fall is heard at the top."""
        return {"stone": 0.02, "brick": 0.03, "wood": 0.08}.get(self.wall, 0.15)

    def sound(self):
        """A stone falls, five times, and each time the echo comes back."""
        heights = []
        for _ in range(5):
            time.sleep(0.01 * self.depth**0.5)
            heights.append(self.depth + random.gauss(0, self.echo))
        return self.name, sum(heights) / len(heights)


def read_register(text=REGISTER):
    return [
        Well(row["name"], float(row["depth"]), row["parish"], row["wall"])
        for row in csv.DictReader(io.StringIO(text))
    ]
