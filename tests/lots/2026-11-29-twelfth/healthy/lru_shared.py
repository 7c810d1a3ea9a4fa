"""Many ask for a price at once, and one question, which takes half a minute, answers all (async-lru)."""

import asyncio

from async_lru import alru_cache


@alru_cache(maxsize=8)
async def price(thing, day):
    await asyncio.sleep(30)
    return len(thing) + day


async def customer(number):
    for day in range(7):
        print(number, await price("flour", day), flush=True)


async def main():
    await asyncio.gather(*map(customer, range(5)))


asyncio.run(main())
