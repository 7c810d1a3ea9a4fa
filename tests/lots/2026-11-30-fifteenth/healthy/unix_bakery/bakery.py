"""A bakery on a unix socket: customers wait for an oven with room for two."""

import asyncio
import os
import tempfile

from counter import Counter, Oven


async def customer(path, name, orders):
    reader, writer = await asyncio.open_unix_connection(path)
    for _ in range(orders):
        writer.write(b"2\n")
        print(name, (await reader.readline()).decode().strip(), flush=True)
    writer.close()


async def main():
    oven = Oven()
    counter = Counter(oven)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bakery")
        async with await asyncio.start_unix_server(counter.serve, path):
            worker = asyncio.create_task(oven.work())
            async with asyncio.TaskGroup() as group:
                for name in ("Ida", "Jon", "Kai", "Liv", "Mo"):
                    group.create_task(customer(path, name, 8))
            await oven.dough.join()
            worker.cancel()


if __name__ == "__main__":
    asyncio.run(main())
