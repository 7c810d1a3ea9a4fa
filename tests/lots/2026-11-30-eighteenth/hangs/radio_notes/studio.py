"""A studio that sends notes to its reporters."""

import asyncio
from contextlib import asynccontextmanager

from broadcaster import Broadcast


class Studio:
    def __init__(self):
        self.air = Broadcast("memory://")

    @asynccontextmanager
    async def on_air(self):
        await self.air.connect()
        try:
            yield self
        finally:
            await self.air.disconnect()

    async def send(self, reporter, note):
        await self.air.publish(channel=reporter, message=note)

    async def first_note(self, reporter):
        async with self.air.subscribe(channel=reporter) as notes:
            async for event in notes:
                return event.message


class Reporter:
    def __init__(self, studio, name, makeup):
        self.studio = studio
        self.name = name
        self.makeup = makeup

    async def work(self):
        await asyncio.sleep(self.makeup)
        note = await self.studio.first_note(self.name)
        return f"{self.name} goes to the {note}"
