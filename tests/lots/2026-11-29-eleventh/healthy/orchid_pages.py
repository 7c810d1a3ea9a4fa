"""A reader goes through a table slowly, under the table's lock; a writer waits for its turn."""

import asyncio

lock = asyncio.Lock()
rows = list(range(14))


async def pages():
    async with lock:
        for row in rows:
            yield row
            await asyncio.sleep(4)


async def write(row):
    async with lock:
        rows.append(row)


async def main():
    writing = None
    async for row in pages():
        print("page", row, flush=True)
        if writing is None:
            writing = asyncio.create_task(write(99))
    await writing
    print(len(rows))


asyncio.run(main())
