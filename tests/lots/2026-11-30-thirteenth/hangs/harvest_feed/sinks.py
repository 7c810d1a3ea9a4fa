import logging

import trio

log = logging.getLogger("sink")


class Receipt:
    def __init__(self):
        self._written = trio.Event()
        self.rows = 0

    def confirm(self, rows):
        self.rows = rows
        self._written.set()

    async def wait(self):
        await self._written.wait()
        return self.rows


class TableSink:
    """Writes what comes, and confirms each batch to whom it is from."""

    def __init__(self, batches):
        self.batches = batches
        self.rows = 0

    async def run(self):
        async for rows, receipt in self.batches:
            await trio.sleep(0.1)
            self.rows += len(rows)
            receipt.confirm(len(rows))
