"""The lamp turns, and flashes as its character says."""

import dataclasses

import trio


@dataclasses.dataclass
class Lamp:
    period: float = 0.3
    flashes: int = 0
    lit: bool = False

    async def serve(self, task_status=trio.TASK_STATUS_IGNORED):
        self.lit = True
        task_status.started(self.period)
        while self.lit:
            await trio.sleep(self.period)
            self.flashes += 1
