"""Deliveries with acknowledgements, as AMQP has them, within one process."""

import asyncio
import dataclasses
import itertools


@dataclasses.dataclass
class Delivery:
    tag: int
    body: dict


class Channel:
    def __init__(self, prefetch):
        self.prefetch = prefetch
        self.inbox = asyncio.Queue()
        self.unacked = {}
        self.room = asyncio.Condition()
        self._tags = itertools.count(1)

    async def deliver(self, body):
        async with self.room:
            await self.room.wait_for(lambda: len(self.unacked) < self.prefetch)
            delivery = Delivery(next(self._tags), body)
            self.unacked[delivery.tag] = delivery
        await self.inbox.put(delivery)

    async def ack(self, tag, multiple=False):
        async with self.room:
            for known in [t for t in self.unacked if t == tag or (multiple and t < tag)]:
                del self.unacked[known]
            self.room.notify_all()
