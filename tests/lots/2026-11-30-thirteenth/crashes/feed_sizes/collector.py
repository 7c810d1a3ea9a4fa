"""How large the feeds are: looked at by a coroutine while another one writes."""

import asyncio
import logging
import signal
import tempfile

from _usage import measure
from feeds import Feed

log = logging.getLogger("collector")


class Collector:
    def __init__(self, feeds):
        self.feeds = feeds
        self.stopped = asyncio.Event()

    async def fill(self):
        for at in range(20):
            for feed in self.feeds:
                feed.write(1000 + 37 * at)
            await asyncio.sleep(0.05)
        self.stopped.set()

    async def look(self):
        while not self.stopped.is_set():
            for feed in self.feeds:
                files, size = measure([str(path) for path in feed.parts])
                log.info("%s: %d files, %d bytes", feed.folder.name, files, size)
            await asyncio.sleep(0.1)


async def main(folder):
    collector = Collector([Feed(folder, "trades", keep=30), Feed(folder, "quotes")])
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, collector.stopped.set)
    await asyncio.gather(collector.fill(), collector.look())


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(folder))
