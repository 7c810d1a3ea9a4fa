"""A hub of sensors, made of services (mode)."""

import asyncio
import logging

import mode


class Store(mode.Service):
    """Where values are kept; it is read from disk first."""

    def __post_init__(self):
        self.ready = asyncio.Event()
        self.values = {}

    async def on_start(self):
        await asyncio.sleep(0.2)
        self.values["hall"] = 19.5
        self.ready.set()


class Clock(mode.Service):
    """Ticks, and is a service of its own."""

    ticks = 0

    @mode.Service.timer(1.0)
    async def tick(self):
        self.ticks += 1


class Hub(mode.Service):
    def __post_init__(self):
        self.clock = self.add_dependency(Clock())
        self.store = self.add_dependency(Store())
        self.limits = {}

    async def on_start(self):
        """Limits come of what is in the store, so that has to be there."""
        await self.store.ready.wait()
        for room, value in self.store.values.items():
            self.limits[room] = (value - 2, value + 2)

    @mode.Service.task
    async def watch(self):
        while not self.should_stop:
            await self.sleep(0.5)
            print(self.limits, self.clock.ticks, flush=True)


def main():
    logging.basicConfig(level=logging.WARNING)
    mode.Worker(Hub(), loglevel="warn").execute_from_commandline()


if __name__ == "__main__":
    main()
