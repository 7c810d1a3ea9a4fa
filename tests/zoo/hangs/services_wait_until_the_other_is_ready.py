# hang: cause=deadlock confidence=likely|possible
import asyncio


class Service:
    def __init__(self):
        self.ready = asyncio.Event()
        self.needs = None

    async def run(self):
        await self.needs.ready.wait()  # <-- here
        self.ready.set()
        while True:
            await asyncio.sleep(0.3)


async def beat():
    while True:
        await asyncio.sleep(0.2)


async def main():
    store, cache, index = Service(), Service(), Service()
    store.needs, cache.needs, index.needs = cache, index, store
    print("READY", flush=True)
    await asyncio.gather(store.run(), cache.run(), index.run(), beat())


asyncio.run(main())
