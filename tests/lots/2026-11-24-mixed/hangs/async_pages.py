import asyncio


class Table:
    """Rows in pages; nobody may change the table while somebody reads it."""

    def __init__(self, rows):
        self._rows = rows
        self._lock = asyncio.Lock()
        self._readers = []

    async def pages(self, size=10):
        async with self._lock:  # <-- here
            for start in range(0, len(self._rows), size):
                await asyncio.sleep(0.01)
                yield self._rows[start : start + size]

    def read(self):
        reader = self.pages()
        self._readers.append(reader)
        return reader

    async def append(self, row):
        async with self._lock:  # <-- here
            self._rows.append(row)


async def find(table, wanted):
    async for page in table.read():
        if wanted in page:
            return wanted


async def clock():
    while True:
        await asyncio.sleep(0.5)


async def main():
    table = Table(list(range(100)))
    ticking = asyncio.create_task(clock())
    print(await find(table, 15))
    await table.append(100)  # <-- here
    print(await find(table, 100))
    ticking.cancel()


asyncio.run(main())
