# A cached coroutine function asks for the very value that it is about to make.
# https://github.com/aio-libs/async-lru/issues/447
import asyncio

from async_lru import alru_cache


@alru_cache
async def price(item):
    return 3 * await rate(item)  # <-- here


async def rate(item):
    return await price(item) / 2  # <-- here


print("READY", flush=True)
asyncio.run(price("apple"))  # <-- also
