"""A market of stalls as a service: long polls for fresh bread, and a queue for the scales."""

import asyncio

from aiohttp import web


class Bakery:
    def __init__(self, seconds):
        self.seconds = seconds
        self.loaves = 0
        self._fresh = asyncio.Condition()

    async def bake(self):
        while True:
            await asyncio.sleep(self.seconds)
            async with self._fresh:
                self.loaves += 6
                self._fresh.notify_all()

    async def loaf(self):
        async with self._fresh:
            await self._fresh.wait_for(lambda: self.loaves > 0)
            self.loaves -= 1
            return self.loaves


class Market:
    def __init__(self, seconds):
        self.bakery = Bakery(seconds)
        self.scales = asyncio.Lock()

    async def bread(self, request):
        return web.json_response({"left": await self.bakery.loaf()})

    async def weigh(self, request):
        async with self.scales:
            await asyncio.sleep(float(request.query["kilos"]))
        return web.json_response({"weighed": True})

    async def oven(self, app):
        task = asyncio.create_task(self.bakery.bake())
        yield
        task.cancel()

    def app(self):
        app = web.Application()
        app.cleanup_ctx.append(self.oven)
        app.router.add_get("/bread", self.bread)
        app.router.add_get("/weigh", self.weigh)
        return app
