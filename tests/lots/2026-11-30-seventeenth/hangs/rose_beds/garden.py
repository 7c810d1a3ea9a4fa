"""A rose garden: visitors look, gardeners change things, and not both at a time."""

import dataclasses

import trio
from tricycle import RWLock


@dataclasses.dataclass
class Bed:
    name: str
    water: float = 1.0
    pruned: bool = False

    @property
    def dry(self):
        return self.water < 0.4


class Garden:
    def __init__(self, names):
        self.beds = [Bed(name) for name in names]
        self.lock = RWLock()
        self.seen = 0

    async def look(self, bed):
        await trio.sleep(0.1)
        self.seen += 1
        return bed.dry

    async def water(self, bed):
        async with self.lock.write_locked():
            await trio.sleep(0.2)
            bed.water = 1.0
            print("watered", bed.name, flush=True)

    async def prune(self):
        async with trio.open_nursery() as gardeners:
            for bed in self.beds:
                gardeners.start_soon(self.prune_bed, bed)

    async def prune_bed(self, bed):
        await trio.sleep(0.05)
        bed.pruned = True

    async def tour(self, visitors):
        """Visitors see all beds; where one is dry, a helper is sent to water it."""
        async with self.lock.read_locked():
            async with trio.open_nursery() as helpers:
                for bed in self.beds:
                    if await self.look(bed):
                        helpers.start_soon(self.water, bed)
            self.seen += visitors

    async def noon(self):
        for bed in self.beds:
            bed.water -= 0.35 if bed.pruned else 0.15
