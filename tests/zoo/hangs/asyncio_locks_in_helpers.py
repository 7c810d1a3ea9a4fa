# hang: cause=deadlock confidence=likely|certain python=3.8-3.15
import asyncio


class Store:
    def __init__(self):
        self.rows, self.index = asyncio.Lock(), asyncio.Lock()

    async def _begin_rows(self):
        await self.rows.acquire()  # <-- here

    async def _begin_index(self):
        await self.index.acquire()  # <-- here

    async def load(self):
        await self._begin_rows()  # <-- here
        await asyncio.sleep(0.2)
        await self._begin_index()

    async def save(self):
        await self._begin_index()  # <-- here
        await asyncio.sleep(0.2)
        await self._begin_rows()


async def main():
    store = Store()
    print("READY", flush=True)
    await asyncio.gather(store.load(), store.save())


asyncio.run(main())
