"""A board of notices; readers wait for the next one."""

import asyncio


class Board:
    def __init__(self):
        self.notices = []
        self.changed = asyncio.Condition()

    async def put(self, text):
        async with self.changed:
            self.notices.append(text)
            self.changed.notify_all()

    async def following(self):
        async with self.changed:
            await self.changed.wait()
            return self.notices[-1]

    async def fill(self, seconds):
        while True:
            await asyncio.sleep(seconds)
            await self.put(f"notice {len(self.notices)}")
