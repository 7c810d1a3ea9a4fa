"""Sections of a pipeline for the readings of a weir."""

import trio
from slurry.environments import ThreadSection, TrioSection


class Gauge(TrioSection):
    def __init__(self, pause, count):
        self.pause = pause
        self.count = count

    async def refine(self, input, output):
        for number in range(self.count):
            await trio.sleep(self.pause)
            await output(30 + number % 7)


class Smooth(TrioSection):
    def __init__(self, weight):
        self.weight = weight

    async def refine(self, input, output):
        level = None
        async for reading in input:
            level = reading if level is None else self.weight * level + (1 - self.weight) * reading
            await output(round(level, 2))


class Pairs(TrioSection):
    async def refine(self, input, output):
        last = None
        async for level in input:
            if last is not None:
                await output((last, level))
            last = level


class Record(ThreadSection):
    def __init__(self, path):
        self.path = path

    def refine(self, input, output):
        with open(self.path, "a", encoding="utf-8") as record:
            for before, after in input:
                record.write(f"{before} {after}\n")
                output(after - before)
