"""Stations and what they measure."""

import dataclasses
import json
import random


@dataclasses.dataclass
class Station:
    name: str
    height: int

    def readings(self, count, seed=1):
        chance = random.Random(f"{self.name} {seed}")
        warmth = 12 - self.height / 150
        for hour in range(count):
            warmth += chance.uniform(-1, 1)
            yield Reading(self.name, hour, round(warmth, 1), chance.randrange(0, 30))


@dataclasses.dataclass
class Reading:
    station: str
    hour: int
    warmth: float
    wind: int

    def pack(self):
        return json.dumps(dataclasses.asdict(self)).encode()

    @classmethod
    def unpack(cls, data):
        return cls(**json.loads(data))
