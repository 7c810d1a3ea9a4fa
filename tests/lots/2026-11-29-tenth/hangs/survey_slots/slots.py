"""At most so many stations are asked at once."""

import asyncio


class Slots:
    def __init__(self, number):
        self._free = asyncio.Semaphore(number)
        self.taken = 0

    async def take(self):
        await self._free.acquire()
        self.taken += 1

    def give_back(self):
        self.taken -= 1
        self._free.release()
