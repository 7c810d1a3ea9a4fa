# hang: cause=deadlock confidence=likely|possible
import asyncio


async def buyer(prices, orders):
    price = await prices.get()  # <-- here
    await orders.put(2 * price)


async def seller(prices, orders):
    wanted = await orders.get()  # <-- here
    await prices.put(100 // wanted)


async def clock():
    while True:
        await asyncio.sleep(0.2)


async def main():
    prices, orders = asyncio.Queue(), asyncio.Queue()
    ticking = asyncio.create_task(clock())
    print("READY", flush=True)
    await asyncio.gather(buyer(prices, orders), seller(prices, orders))
    ticking.cancel()


asyncio.run(main())
