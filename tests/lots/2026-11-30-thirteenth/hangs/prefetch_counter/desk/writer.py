import asyncio
import logging

log = logging.getLogger("writer")


class BatchWriter:
    """Takes counts in, and writes so many of them at once."""

    def __init__(self, channel, size):
        self.channel = channel
        self.size = size
        self.table = {}

    async def batch(self):
        taken = []
        while len(taken) < self.size:
            taken.append(await self.channel.inbox.get())
        return taken

    async def run(self, total):
        written = 0
        while written < total:
            taken = await self.batch()
            await self.write([delivery.body for delivery in taken])
            await self.channel.ack(taken[-1].tag, multiple=True)
            written += len(taken)
            log.info("%d rows written", written)

    async def write(self, rows):
        await asyncio.sleep(0.05)
        for row in rows:
            self.table[row["door"]] = self.table.get(row["door"], 0) + row["visitors"]
