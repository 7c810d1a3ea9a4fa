# healthy:
import asyncio


class Cache:
    def __init__(self):
        self.ready = False
        self.rows = []

    async def fill(self, texts):
        for text in texts:
            await asyncio.sleep(30)
            self.rows.append(int(text))
        self.ready = True

    async def heartbeat(self, seen):
        while True:
            await asyncio.sleep(0.2)
            seen.append(len(seen))

    async def first(self):
        while not self.ready:
            await asyncio.sleep(0.1)
        return self.rows[0]


async def main():
    cache = Cache()
    tasks = [
        asyncio.ensure_future(cache.fill(["1", "2", "3"])),
        asyncio.ensure_future(cache.heartbeat([])),
    ]
    await asyncio.sleep(0.3)
    print("READY", flush=True)
    print(await cache.first(), len(tasks))


asyncio.run(main())
