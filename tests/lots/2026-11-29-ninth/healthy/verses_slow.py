"""A choir and an organ, each in its own time, merged into one evening. With aiostream."""

import asyncio
import itertools
import logging

from aiostream import pipe, stream

log = logging.getLogger("verses")


async def verses():
    for number in itertools.count(1):
        await asyncio.sleep(9)
        yield f"verse {number}"


class Organ:
    def __init__(self):
        self.wanted = asyncio.Queue(1)

    async def phrases(self):
        while True:
            verse = await self.wanted.get()
            await asyncio.sleep(4)
            yield f"phrase after {verse}"

    async def follow(self, item):
        if item.startswith("verse"):
            await self.wanted.put(item)
        return item


async def bells(stop):
    """Ring once, when somebody tells them to."""
    await stop.wait()
    log.info("bells")


async def main():
    stop = asyncio.Event()
    ringing = asyncio.create_task(bells(stop))
    organ = Organ()
    evening = stream.merge(verses(), organ.phrases()) | pipe.map(organ.follow) | pipe.take(40)
    async with evening.stream() as items:
        async for item in items:
            print(item, flush=True)
    stop.set()
    await ringing


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
