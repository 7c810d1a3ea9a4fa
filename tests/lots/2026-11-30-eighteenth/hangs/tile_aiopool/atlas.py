"""Draws the pages of an atlas; not more than six things at a time."""

import asyncio
import logging

from asyncio_pool import AioPool

from tiles import Tiles


class Progress:
    def __init__(self, tiles):
        self.tiles = tiles
        self.task = asyncio.get_running_loop().create_task(self.show(), name="progress")

    async def show(self):
        seen = -1
        while True:
            if seen != self.tiles.made:
                seen = self.tiles.made
                logging.info("%d tiles", seen)
            await asyncio.sleep(0.5)


async def atlas(pages, depth):
    async with AioPool(size=6) as pool:
        tiles = Tiles(pool, depth)
        progress = Progress(tiles)
        found = [pool.spawn_n(tiles.tile(0, page, 0)) for page in range(pages)]
        result = [await page for page in found]
        progress.task.cancel()
        return result


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    print(asyncio.run(atlas(2, 1)), flush=True)
    print(asyncio.run(atlas(3, 2)), flush=True)


if __name__ == "__main__":
    main()
