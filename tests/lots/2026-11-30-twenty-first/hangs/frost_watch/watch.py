"""Reads a thermometer now and then, and rings when it has been below zero for long enough."""

import trio


class Watch:
    def __init__(self, thermometer, every=30, patience=3):
        self.thermometer = thermometer
        self.every = every
        self.patience = patience
        self.below = 0
        self.rung = trio.Event()
        self.read = []

    async def look(self):
        degrees = await self.thermometer()
        self.read.append(degrees)
        self.below = self.below + 1 if degrees < 0 else 0
        if self.below >= self.patience:
            self.rung.set()

    async def run(self, task_status=trio.TASK_STATUS_IGNORED):
        await self.look()
        task_status.started()
        while not self.rung.is_set():
            await trio.sleep(self.every)
            await self.look()


async def guard(watch, bell):
    """Rings the bell once."""
    async with trio.open_nursery() as nursery:
        await nursery.start(watch.run)
        await watch.rung.wait()
        await bell(watch.read[-1])
        nursery.cancel_scope.cancel()
