import tempfile
from pathlib import Path

import trio
from slurry import Pipeline

from sections import Gauge, Pairs, Record, Smooth


class Station:
    def __init__(self, folder):
        self.record = Path(folder, "weir.txt")
        self.alarm = trio.Event()
        self.gate = trio.Lock()

    async def watch(self, tap):
        async with tap:
            async for change in tap:
                async with self.gate:
                    print("change", round(change, 2), flush=True)
                    await trio.sleep(1)

    async def keeper(self):
        """Turns the gate each time the alarm goes; it seldom does."""
        while True:
            await self.alarm.wait()
            self.alarm = trio.Event()
            async with self.gate:
                await trio.sleep(4)

    async def tide(self):
        """High water rings the alarm, each forty seconds."""
        while True:
            await trio.sleep(40)
            self.alarm.set()

    async def visitors(self):
        while True:
            await trio.sleep(11)
            async with self.gate:
                await trio.sleep(2)

    async def run(self):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.keeper)
            nursery.start_soon(self.tide)
            nursery.start_soon(self.visitors)
            gauge = Gauge(pause=7, count=30)
            async with Pipeline.create(gauge, Smooth(0.5), Pairs(), Record(self.record)) as pipeline:
                await self.watch(pipeline.tap())
            nursery.cancel_scope.cancel()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        trio.run(Station(folder).run)
