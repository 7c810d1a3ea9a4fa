import asyncio
import collections
import logging

log = logging.getLogger("broker")


class Broker:
    def __init__(self):
        self.queues = collections.defaultdict(asyncio.Queue)
        self.pumps = []
        self.delivered = 0

    async def publish(self, queue, body):
        await self.queues[queue].put(body)

    def subscribe(self, queue, channel):
        pump = asyncio.create_task(self._pump(queue, channel), name=f"pump of {queue}")
        self.pumps.append(pump)

    async def _pump(self, queue, channel):
        while True:
            body = await self.queues[queue].get()
            await channel.deliver(body)
            self.delivered += 1

    async def report(self):
        while True:
            await asyncio.sleep(1)
            log.info("%d delivered", self.delivered)
