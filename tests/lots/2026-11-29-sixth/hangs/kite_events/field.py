"""A field for kites: winds come as events (pyee)."""

import asyncio

from pyee.asyncio import AsyncIOEventEmitter


class Field:
    def __init__(self):
        self.events = AsyncIOEventEmitter()
        self.up = set()
        self.events.on("wind", self.on_wind)
        self.events.on("calm", self.on_calm)
        self.events.on("launch", self.launch)

    async def launch(self, kite):
        await asyncio.sleep(0.1)
        self.up.add(kite)

    async def on_wind(self, speed):
        for kite in ("dragon", "box", "sled"):
            if speed > 12:
                self.events.emit("launch", kite)
        await self.events.wait_for_complete()
        print("up:", sorted(self.up), flush=True)

    async def on_calm(self):
        self.up.clear()
