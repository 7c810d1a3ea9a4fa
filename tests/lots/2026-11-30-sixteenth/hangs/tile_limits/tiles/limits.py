"""A limit for what is under way at a time; first come, first served."""

import asyncio
from collections import deque


class Limit:
    def __init__(self, number):
        self.number = number
        self.used = 0
        self._queue = deque()

    def __repr__(self):
        return f"<Limit {self.used}/{self.number}, {len(self._queue)} waiting>"

    async def acquire(self):
        if self.used < self.number:
            self.used += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        await turn

    def release(self):
        if self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
        else:
            self.used -= 1

    async def __aenter__(self):
        await self.acquire()
        return self

    async def __aexit__(self, *about):
        self.release()
