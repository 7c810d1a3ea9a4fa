"""Serve a page, and look at the clock once in a while."""

import asyncio
import queue

orders = queue.Queue()


async def clock():
    while True:
        await asyncio.sleep(0.5)
        print("tick")


async def serve():
    await asyncio.sleep(0.1)
    order = orders.get()
    print("serving", order)


async def main():
    ticking = asyncio.create_task(clock(), name="clock")
    await asyncio.wait_for(serve(), timeout=2)
    ticking.cancel()


asyncio.run(main())
