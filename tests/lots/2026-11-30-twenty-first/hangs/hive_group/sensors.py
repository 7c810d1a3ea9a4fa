"""Sensors of a beehive, read in turns until somebody says stop."""

import asyncio
import random
from dataclasses import dataclass, field


@dataclass
class Readings:
    values: dict = field(default_factory=dict)

    def enter(self, name, value):
        self.values.setdefault(name, []).append(value)


class Sensor:
    def __init__(self, name, low, high, every):
        self.name = name
        self.range = low, high
        self.every = every
        self.chance = random.Random(name)

    async def read(self):
        await asyncio.sleep(0.01)
        return round(self.chance.uniform(*self.range), 1)

    async def follow(self, readings, stop):
        while not stop.is_set():
            readings.enter(self.name, await self.read())
            try:
                async with asyncio.timeout(self.every):
                    await stop.wait()
            except TimeoutError:
                pass


class Door:
    """Counts bees as long as the hive is watched."""

    def __init__(self):
        self.passed = asyncio.Queue()
        self.count = 0

    async def watch(self, stop):
        await stop.wait()
        while not self.passed.empty():
            self.count += self.passed.get_nowait()
