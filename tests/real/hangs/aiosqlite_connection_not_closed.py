# The program is done and does not end: the thread of a connection that nobody closed waits for work.
# https://github.com/omnilib/aiosqlite/issues/299
import asyncio

import aiosqlite


class Shop:
    async def open(self):
        self.database = await aiosqlite.connect(":memory:")  # <-- here
        await self.database.execute("create table partners (name text)")


shop = Shop()
asyncio.run(shop.open())
print("READY", flush=True)
