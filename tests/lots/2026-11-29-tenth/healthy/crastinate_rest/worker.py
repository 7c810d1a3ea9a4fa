"""A worker of procrastinate at rest: it waits for jobs, of which one comes now and then."""

import asyncio

import procrastinate
from procrastinate.testing import InMemoryConnector

app = procrastinate.App(connector=InMemoryConnector())


@app.task(name="sweep")
async def sweep(room):
    await asyncio.sleep(0.3)
    print("swept", room, flush=True)


async def bell():
    for room in range(8):
        await sweep.defer_async(room=room)
        await asyncio.sleep(25)


async def main():
    async with app.open_async():
        ringing = asyncio.create_task(bell())
        await app.run_worker_async(concurrency=2, wait=True, install_signal_handlers=False)
        await ringing


if __name__ == "__main__":
    asyncio.run(main())
