"""Streams of asyncstdlib: a slow source, of which two readers have a copy each."""

import asyncio

from asyncstdlib.itertools import tee


async def source():
    for number in range(60):
        await asyncio.sleep(2)
        yield number


async def read(name, stream, pause):
    async for number in stream:
        await asyncio.sleep(pause)
        print(name, number, flush=True)


async def main():
    async with tee(source(), n=2, lock=asyncio.Lock()) as (one, other):
        await asyncio.gather(read("one", one, 0.1), read("other", other, 1.5))


asyncio.run(main())
