import trio
import trio_asyncio


class Beacon:
    """Tells all who wait for the next flash; may be waited for as often as one likes."""

    def __init__(self):
        self._flash: trio.Event = trio.Event()
        self.flashes = 0

    async def next(self):
        await self._flash.wait()
        return self.flashes

    def flash(self):
        self.flashes += 1
        self._flash = trio.Event()
        self._flash.set()


class Tower:
    """Drives its beacon from a library that is written for asyncio."""

    def __init__(self, beacon, driver):
        self.beacon = beacon
        self.driver = driver

    async def run(self, pauses):
        for pause in pauses:
            await trio_asyncio.aio_as_trio(self.driver.turn)(pause)
            self.beacon.flash()
