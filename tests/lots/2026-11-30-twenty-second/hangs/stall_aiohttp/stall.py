"""A market stall as a service: one pair of scales, many customers."""

import asyncio

from aiohttp import web


class Scales:
    def __init__(self):
        self._busy = asyncio.Lock()
        self.weighed = 0

    async def take(self):
        await self._busy.acquire()

    def give(self):
        self._busy.release()

    async def weigh(self, grams):
        await asyncio.sleep(grams / 10_000)
        self.weighed += 1
        return grams


class Stall:
    PATIENCE = 0.4
    PRICES = {"apples": 3.2, "pears": 3.9, "pumpkins": 1.5}

    def __init__(self):
        self.scales = Scales()
        self.gave_up = 0

    async def _weigh(self, grams):
        scales = self.scales
        await scales.take()
        weight = await scales.weigh(grams)
        scales.give()
        return weight

    async def sell(self, request):
        order = await request.json()
        try:
            async with asyncio.timeout(self.PATIENCE):
                weight = await self._weigh(order["grams"])
        except TimeoutError:
            self.gave_up += 1
            weight = 10 * round(order["grams"] / 10)
        return web.json_response({"price": round(weight * self.PRICES[order["what"]] / 1000, 2)})

    async def close_up(self, request):
        await self.scales.take()
        self.scales.give()
        return web.json_response({"weighed": self.scales.weighed, "gave_up": self.gave_up})

    def app(self):
        app = web.Application()
        app.router.add_post("/orders", self.sell)
        app.router.add_post("/evening", self.close_up)
        return app
