import asyncio
import logging
import sys

from tiles import TileSource


class MapServer:
    def __init__(self, source):
        self.source = source
        self.beats = 0

    async def heartbeat(self):
        while True:
            await asyncio.sleep(0.5)
            self.beats += 1
            logging.debug("beat %d, %r", self.beats, self.source.limit)

    async def view(self, z, x, y, size=2):
        tasks = [self.source.tile(z, x + dx, y + dy) for dx in range(size) for dy in range(size)]
        return sum(len(tile) for tile in await asyncio.gather(*tasks))

    async def run(self):
        beat = asyncio.create_task(self.heartbeat(), name="heartbeat")
        print(await self.view(8, 130, 80), "bytes at zoom 8", flush=True)
        deep = asyncio.create_task(self.view(12, 2070, 1290, 1), name="deep-1")
        other = asyncio.create_task(self.view(12, 2090, 1290, 1), name="deep-2")
        await asyncio.sleep(0.05)
        shown = await asyncio.gather(*(self.source.quick(12, 2070 + dx, 1290) for dx in range(4)))
        print(sum(tile is None for tile in shown), "coarse tiles shown", flush=True)
        print(await deep + await other, "bytes at zoom 12", flush=True)
        print(await self.view(9, 260, 161), "bytes at zoom 9", flush=True)
        beat.cancel()


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG if "-v" in sys.argv else logging.WARNING)
    asyncio.run(MapServer(TileSource()).run())
