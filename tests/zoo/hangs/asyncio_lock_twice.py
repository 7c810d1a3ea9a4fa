# hang: cause=self-deadlock confidence=certain python=3.8-3.15 text=_guard
import asyncio


class Cache:
    def __init__(self):
        self._guard = asyncio.Lock()
        self._values = {}

    async def get(self, key):
        async with self._guard:  # <-- here
            return self._values.get(key, 0)

    async def increment(self, key):
        async with self._guard:  # <-- here
            self._values[key] = await self.get(key) + 1


async def main():
    cache = Cache()
    print("READY", flush=True)
    await cache.increment("visits")


asyncio.run(main())
