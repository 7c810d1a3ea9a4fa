"""Gives the frames of a relay to coroutines.

    python gateway.py LIBRARY
"""

import asyncio
import collections
import logging
import signal
import sys

from relay import Relay

log = logging.getLogger("gateway")


class Gateway:
    def __init__(self, path):
        self.loop = asyncio.get_running_loop()
        self.frames = asyncio.Queue()
        self.counts = collections.Counter()
        self.relay = Relay(path, rate=20)
        self.relay.subscribe("gateway", self._arrived)

    def _arrived(self, data):
        self.loop.call_soon_threadsafe(self.frames.put_nowait, data)

    async def __aenter__(self):
        self.relay.start()
        log.info("relay started")
        return self

    async def __aexit__(self, *error):
        await asyncio.to_thread(self.relay.stop)

    async def run(self, number):
        for _ in range(number):
            frame = await self.frames.get()
            self.counts[frame[0] % 4] += 1


async def main(path):
    async with Gateway(path) as gateway:
        task = asyncio.create_task(gateway.run(40))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await task
        print(dict(gateway.counts))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main(sys.argv[1]))
