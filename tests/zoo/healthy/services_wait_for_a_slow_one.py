# healthy:
import asyncio


class Service:
    def __init__(self, needs=None):
        self.ready = asyncio.Event()
        self.needs = needs

    async def run(self):
        if self.needs is None:
            await asyncio.sleep(60)
        else:
            await self.needs.ready.wait()
        self.ready.set()


async def main():
    store = Service()
    cache = Service(store)
    index = Service(cache)
    print("READY", flush=True)
    await asyncio.gather(store.run(), cache.run(), index.run())


asyncio.run(main())
