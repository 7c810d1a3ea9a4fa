"""Read the frames of several converters, each a process that takes seconds for a frame."""

import asyncio
import sys

CONVERTER = """
import sys, time
for frame in range(1000):
    time.sleep(float(sys.argv[1]))
    print("frame", frame, flush=True)
"""


class Converter:
    def __init__(self, name, pause):
        self.name = name
        self.pause = pause
        self.frames = 0

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CONVERTER, str(self.pause), stdout=asyncio.subprocess.PIPE
        )
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()

    async def read(self, gate):
        async for _ in self.process.stdout:
            async with gate:
                self.frames += 1
                await asyncio.sleep(1)


async def convert(name, pause, gate):
    async with Converter(name, pause) as converter:
        await converter.read(gate)
        return converter.frames


async def main():
    gate = asyncio.Lock()
    async with asyncio.TaskGroup() as group:
        for name, pause in (("film", 7), ("trailer", 9), ("titles", 11)):
            group.create_task(convert(name, pause, gate), name=name)


if __name__ == "__main__":
    asyncio.run(main())
