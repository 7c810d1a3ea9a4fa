"""One display: shows what it is told, and goes dark at night."""

import logging

import anyio

log = logging.getLogger("displays")


class Display:
    def __init__(self, stop, rows=3):
        self.stop = stop
        self.rows = rows
        self.shown = []
        self.night = anyio.Event()

    async def show(self, departure):
        self.shown = [*self.shown, str(departure)][-self.rows :]

    async def until_night(self, line):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(line.follow, self.show)
            await self.night.wait()
            tasks.cancel_scope.cancel()
        log.info("%s: dark, %s was the last", self.stop, self.shown[-1])

    async def go_dark(self):
        self.night.set()
