"""The horn sounds when there is fog, and is started with pressure in its tank only."""

import logging

import trio

log = logging.getLogger("keepers.horn")


class Horn:
    def __init__(self, needed=6.0):
        self.needed = needed
        self.pressure = 0.0
        self.sounded = 0

    async def pump(self):
        while self.pressure < self.needed:
            await trio.sleep(0.1)
            self.pressure += 1.5
        log.info("pressure is %.1f", self.pressure)

    async def serve(self, fog, task_status=trio.TASK_STATUS_IGNORED):
        await self.pump()
        async for density in fog:
            if density > 0.5:
                self.sounded += 1
                log.info("sounded for %.1f", density)
            if self.sounded == 1:
                task_status.started(self.pressure)
