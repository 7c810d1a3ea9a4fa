"""A garden's plan: many read it, who changes it has it alone."""

import asyncio
import contextlib

import aiorwlock


class Plan:
    def __init__(self):
        self.lock = aiorwlock.RWLock()
        self.beds = {"north": "leek", "south": "bean"}
        self.changes = 0

    async def change(self, bed, plant):
        async with self.lock.writer:
            await asyncio.sleep(0.05)
            self.beds[bed] = plant
            self.changes += 1

    @contextlib.asynccontextmanager
    async def reading(self):
        async with self.lock.reader:
            yield dict(self.beds)


class Gardener:
    def __init__(self, plan, name):
        self.plan = plan
        self.name = name
        self.walks = 0

    async def walk(self):
        """Look at all beds; what has gone is replaced, at the same time."""
        async with self.plan.reading() as beds:
            async with asyncio.TaskGroup() as group:
                for bed, plant in beds.items():
                    await asyncio.sleep(0.02)
                    if plant == "leek" and self.walks == 2:
                        group.create_task(self.plan.change(bed, "chard"), name=f"sow {bed}")
        self.walks += 1
        print(self.name, "walked", self.walks, flush=True)
