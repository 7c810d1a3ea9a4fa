"""A feed of news: a task fetches them, readers wait until there are some."""

import asyncio
import collections
import contextlib


class Feed:
    def __init__(self, source, every=0.05):
        self.source, self.every = source, every
        self.entries = collections.deque(maxlen=50)
        self.task = None

    async def start(self):
        self.task = asyncio.create_task(self._fetch(), name="feed")

    async def _fetch(self):
        for entry in self.source:
            await asyncio.sleep(self.every)
            self.entries.append(entry)

    async def stop(self):
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task

    async def ready(self, count):
        while len(self.entries) < count:
            await asyncio.sleep(0.05)
        return list(self.entries)[:count]
