"""Yarn on its way between a thread and coroutines, by a queue of culsans."""

import culsans


class Yarn:
    def __init__(self, room):
        self.queue = culsans.Queue(maxsize=room)

    def lay(self, colour):
        self.queue.sync_q.put(colour)

    async def take(self):
        return await self.queue.async_q.get()

    def __len__(self):
        return self.queue.sync_q.qsize()
