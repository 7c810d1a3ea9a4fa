"""The board of a dispatch centre: calls by urgency, and who waits for one."""

import asyncio
import dataclasses
import heapq
import itertools


@dataclasses.dataclass(order=True)
class Call:
    urgency: int
    number: int
    place: str = dataclasses.field(compare=False)


class Board:
    def __init__(self):
        self._calls = []
        self._number = itertools.count(1)
        self._changed = asyncio.Condition()
        self.done = 0

    async def report(self, urgency, place):
        async with self._changed:
            heapq.heappush(self._calls, Call(urgency, next(self._number), place))
            self._changed.notify()

    async def next_call(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._calls)
            return heapq.heappop(self._calls)

    async def close(self, call):
        async with self._changed:
            self.done += 1
