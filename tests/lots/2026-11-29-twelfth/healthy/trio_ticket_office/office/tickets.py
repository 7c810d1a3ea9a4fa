"""Numbers are drawn, and called when a counter is free."""

import collections
import math

import trio
from trio_util import AsyncValue


class Tickets:
    def __init__(self):
        self.drawn = 0
        self.waiting = collections.deque()
        self.called = AsyncValue(0)

    def draw(self):
        self.drawn += 1
        self.waiting.append(self.drawn)
        return self.drawn

    async def until_called(self, number):
        await self.called.wait_value(lambda called: called >= number)

    async def call_all(self, seconds):
        """A counter: serves one after the other."""
        while True:
            await trio.sleep(seconds)
            if self.waiting:
                self.called.value = self.waiting.popleft()

    def expected(self, seconds):
        return math.ceil(len(self.waiting) * seconds)
