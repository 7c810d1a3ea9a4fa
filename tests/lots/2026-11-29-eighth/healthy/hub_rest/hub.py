"""Services of mode at rest: one waits for the other's event, every nine seconds."""

import asyncio

import mode


class Bell(mode.Service):
    def __post_init__(self):
        self.rung = asyncio.Event()

    @mode.Service.timer(9.0)
    async def ring(self):
        self.rung.set()


class Door(mode.Service):
    opened = 0

    def __post_init__(self):
        self.bell = self.add_dependency(Bell())

    @mode.Service.task
    async def open(self):
        while not self.should_stop:
            await self.bell.rung.wait()
            self.bell.rung.clear()
            self.opened += 1
            print("opened", self.opened, flush=True)


if __name__ == "__main__":
    mode.Worker(Door(), loglevel="warn").execute_from_commandline()
