"""A print shop on asyncio; the press works in a child, and aioprocessing connects them."""

import asyncio
import logging

import aioprocessing
from press import press

log = logging.getLogger("shop")
ORDERS = [
    {"title": "menu", "grams": 160, "pages": 4},
    {"title": "card", "grams": 300, "pages": 2},
    {"title": "leaflet", "grams": 90, "pages": 8},
]


class Shop:
    def __init__(self):
        self.sheets = aioprocessing.AioQueue()
        self.printed = aioprocessing.AioQueue()
        self.press = aioprocessing.AioProcess(target=press, args=(self.sheets, self.printed))
        self.ink = 0.0

    async def __aenter__(self):
        self.press.start()
        return self

    async def __aexit__(self, *error):
        await self.sheets.coro_put(None)
        await self.press.coro_join()

    async def order(self, sheet):
        await self.sheets.coro_put(sheet)

    async def collect(self, number):
        for _ in range(number):
            title, ink = await self.printed.coro_get()
            self.ink += ink
            log.info("%s is printed", title)


async def doorbell(every):
    while True:
        await asyncio.sleep(every)
        log.debug("nobody at the door")


async def main():
    logging.basicConfig(level=logging.INFO)
    bell = asyncio.create_task(doorbell(0.5))
    async with Shop() as shop:
        for sheet in ORDERS:
            await shop.order(sheet)
        await shop.collect(len(ORDERS))
    bell.cancel()
    print("ink:", shop.ink)


if __name__ == "__main__":
    asyncio.run(main())
