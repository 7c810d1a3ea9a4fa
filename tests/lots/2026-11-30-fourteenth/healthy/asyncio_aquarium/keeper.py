"""Keeps an aquarium at 25 degrees, by a pump that is a process of its own."""

import asyncio
import signal
import sys
from pathlib import Path


class Keeper:
    def __init__(self, wanted):
        self.wanted = wanted
        self.night = asyncio.Event()

    async def run(self):
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self.night.set)
        pump = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("pump.py")),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        watch = asyncio.create_task(self.watch(pump))
        try:
            await asyncio.wait_for(self.night.wait(), 600)
        except asyncio.TimeoutError:
            pass
        watch.cancel()
        pump.stdin.close()
        await pump.wait()

    async def watch(self, pump):
        async for line in pump.stdout:
            degrees = float(line.split()[1])
            print(degrees, flush=True)
            if degrees < self.wanted:
                pump.stdin.write(b"warmer\n")
                await pump.stdin.drain()


async def main():
    await Keeper(25.0).run()


if __name__ == "__main__":
    asyncio.run(main())
