import asyncio
import logging

from reader import Reader, Timed
from sources import Source, SourceGone

log = logging.getLogger("aggregate")


class Aggregate:
    def __init__(self, sources, readers):
        self.inbox = asyncio.Queue(20)
        self.sources = sources
        self.readers = [Reader(self.inbox, Timed()) for _ in range(readers)]

    async def pump(self, source):
        async for headline in source.headlines():
            await self.inbox.put(headline)

    async def run(self):
        async with asyncio.TaskGroup() as group:
            for reader in self.readers:
                group.create_task(reader.run(), name="reader")
            for source in self.sources:
                group.create_task(self.pump(source), name=f"pump of {source.name}")

    def words(self):
        return sum((reader.words for reader in self.readers), start=type(self.readers[0].words)())


async def pulse():
    while True:
        await asyncio.sleep(1)


async def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    beat = asyncio.create_task(pulse(), name="pulse")
    sources = [Source("gazette", 0.05, 1000), Source("courier", 0.08, 20), Source("echo", 0.1, 500)]
    aggregate = Aggregate(sources, readers=3)
    try:
        await aggregate.run()
    except* SourceGone as gone:
        log.warning("ended by %s", gone.exceptions)
    beat.cancel()
    print(dict(aggregate.words()))


if __name__ == "__main__":
    asyncio.run(main())
