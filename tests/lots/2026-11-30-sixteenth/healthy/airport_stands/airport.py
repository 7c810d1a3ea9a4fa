"""Stands of an airport, which planes get by urgency."""

import asyncio
import contextlib
import itertools


class Stands:
    def __init__(self, number):
        self.free = set(range(1, number + 1))
        self.queue = []
        self.changed = asyncio.Condition()
        self.count = itertools.count()

    @contextlib.asynccontextmanager
    async def stand(self, urgency):
        ticket = (-urgency, next(self.count))
        async with self.changed:
            self.queue.append(ticket)
            await self.changed.wait_for(lambda: self.free and min(self.queue) == ticket)
            self.queue.remove(ticket)
            number = self.free.pop()
            self.changed.notify_all()
        try:
            yield number
        finally:
            async with self.changed:
                self.free.add(number)
                self.changed.notify_all()


    def __str__(self):
        return f"{len(self.free)} free, {len(self.queue)} wait"


class Crew:
    """One crew of loaders for all; it goes from plane to plane."""

    def __init__(self):
        self.orders = asyncio.PriorityQueue()

    async def load(self, name, seconds, urgency):
        done = asyncio.get_running_loop().create_future()
        await self.orders.put((-urgency, name, seconds, done))
        await done

    async def run(self):
        while True:
            _, name, seconds, done = await self.orders.get()
            await asyncio.sleep(seconds)
            done.set_result(name)
