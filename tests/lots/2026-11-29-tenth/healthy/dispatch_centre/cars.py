"""Cars: each drives to its call, by a route that a process works out."""

import asyncio
import logging
import time

log = logging.getLogger("cars")


def route(place):
    """In a process of its own: some seconds of work."""
    until = time.monotonic() + 1.5
    steps = 0
    while time.monotonic() < until:
        steps += len(place)
        time.sleep(0.01)
    return steps


class Car:
    def __init__(self, name, board, pool):
        self.name = name
        self.board = board
        self.pool = pool

    async def work(self):
        loop = asyncio.get_running_loop()
        while True:
            call = await self.board.next_call()
            steps = await loop.run_in_executor(self.pool, route, call.place)
            await asyncio.sleep(3)
            log.info("%s was at %s after %d steps", self.name, call.place, steps)
            await self.board.close(call)
