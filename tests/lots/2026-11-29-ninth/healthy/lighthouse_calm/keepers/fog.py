"""A sensor of fog, that reports how dense it is."""

import random

import trio


class Sensor:
    def __init__(self, seed=3):
        self.chance = random.Random(seed)
        self.send, self.receive = trio.open_memory_channel(4)

    async def serve(self, count=200, task_status=trio.TASK_STATUS_IGNORED):
        async with self.send:
            task_status.started(count)
            for _ in range(count):
                await trio.sleep(7)
                await self.send.send(round(self.chance.uniform(0.2, 1.0), 1))
