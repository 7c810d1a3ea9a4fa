"""When a gate is opened: some minutes after high water, if the wind allows it."""

import asyncio
import dataclasses
import datetime

PERIOD = datetime.timedelta(hours=12, minutes=25)


@dataclasses.dataclass
class Tide:
    first: datetime.datetime

    def next(self, now):
        number = max(0, -(-(now - self.first) // PERIOD))
        return self.first + number * PERIOD


class Gate:
    def __init__(self, tide, wind, log=print):
        self.tide = tide
        self.wind = wind
        self.log = log
        self.opened = None

    async def ring(self, times=3):
        for _ in range(times):
            self.log("bell")
            await asyncio.sleep(0.2)

    async def open(self):
        now = datetime.datetime.now()
        if await self.wind() > 8:
            self.log("too windy")
            return False
        if self.tide.next(now) - now > datetime.timedelta(hours=2):
            return False
        await self.ring()
        self.opened = datetime.datetime.now()
        return True
