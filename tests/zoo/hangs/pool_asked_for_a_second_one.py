# hang: cause=deadlock confidence=likely python=3.8-3.15
"""What a package's pool hands out by `async with` (asyncpg#5): each task has one, and wants two."""

import asyncio
import os
import sys
import tempfile

PACKAGE = """
import asyncio


class Pool:
    def __init__(self, size):
        self._free = asyncio.LifoQueue()
        for number in range(size):
            self._free.put_nowait(number)

    def acquire(self):
        return _Acquired(self)


class _Acquired:
    __slots__ = ("pool", "one")

    def __init__(self, pool):
        self.pool = pool

    async def __aenter__(self):
        self.one = await self.pool._free.get()
        return self.one

    async def __aexit__(self, *exception):
        self.pool._free.put_nowait(self.one)
"""

folder = os.path.join(tempfile.mkdtemp(), "lib", "site-packages")
os.makedirs(folder)
with open(os.path.join(folder, "small_pool.py"), "w") as file:
    file.write(PACKAGE)
sys.path.insert(0, folder)

import small_pool  # noqa: E402


async def price(pool):
    async with pool.acquire():  # <-- here
        return 3


async def order(pool):
    async with pool.acquire():
        await asyncio.sleep(0.1)
        return await price(pool)


async def main():
    pool = small_pool.Pool(2)
    print("READY", flush=True)
    await asyncio.gather(order(pool), order(pool))


asyncio.run(main())
