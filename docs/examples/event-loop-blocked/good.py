"""Serve a page, and look at the clock once in a while."""

import asyncio

orders = asyncio.Queue()


async def clock():
    while True:
        await asyncio.sleep(0.5)
        print("tick")


async def serve():
    await asyncio.sleep(0.1)
    order = await orders.get()
    print("serving", order)


async def main():
    ticking = asyncio.create_task(clock(), name="clock")
    try:
        await asyncio.wait_for(serve(), timeout=2)
    except asyncio.TimeoutError:
        print("no orders today")
    ticking.cancel()


asyncio.run(main())
