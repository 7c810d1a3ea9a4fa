"""Lines of a thread for coroutines, by a queue that has both sides."""

import contextlib

import janus


class Feed:
    def __init__(self, size=4):
        self.size = size
        self.seen = []

    @contextlib.asynccontextmanager
    async def opened(self):
        self.queue = janus.Queue(maxsize=self.size)
        try:
            yield self
        finally:
            await self.queue.aclose()

    def publish(self, line):
        self.queue.sync_q.put(line)

    async def consume(self, number):
        for _ in range(number):
            self.seen.append(await self.queue.async_q.get())
