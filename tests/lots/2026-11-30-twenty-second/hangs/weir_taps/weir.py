"""Readings of a weir, smoothed, for the screen and for the record."""

import trio
from slurry import Pipeline
from slurry.environments import TrioSection


class Gauge(TrioSection):
    def __init__(self, readings):
        self.readings = readings

    async def refine(self, input, output):
        for reading in self.readings:
            await trio.sleep(0.05)
            await output(reading)


class Smooth(TrioSection):
    def __init__(self, weight):
        self.weight = weight

    async def refine(self, input, output):
        level = None
        async for reading in input:
            level = reading if level is None else self.weight * level + (1 - self.weight) * reading
            await output(round(level, 1))


async def fish(counted):
    while True:
        await trio.sleep(0.5)
        counted.append(trio.current_time())
        del counted[:-10]


async def show(taps):
    async with taps["screen"] as levels:
        async for level in levels:
            print("level", level, flush=True)


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fish, [])
        async with Pipeline.create(Gauge([30, 31, 35, 60, 42, 33]), Smooth(0.6)) as pipeline:
            taps = {name: pipeline.tap() for name in ("screen", "record")}
            await show(taps)
            record = [level async for level in taps["record"]]
            print("highest", max(record))
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
