import logging

import trio
from sinks import Receipt

log = logging.getLogger("collector")


class Collector:
    def __init__(self, field, sensor, sink, batch):
        self.field = field
        self.sensor = sensor
        self.sink = sink
        self.batch = batch
        self.pending = []
        self.safe = 0

    async def run(self):
        try:
            async for value in self.sensor():
                self.pending.append((self.field, value))
                if len(self.pending) >= self.batch:
                    await self.flush()
        finally:
            with trio.CancelScope(shield=True):
                await self.flush()
            log.info("%s: %d rows are safe", self.field, self.safe)

    async def flush(self):
        rows, self.pending = self.pending, []
        if rows:
            receipt = Receipt()
            await self.sink.send((rows, receipt))
            self.safe += await receipt.wait()
