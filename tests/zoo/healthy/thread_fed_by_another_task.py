# healthy
import asyncio
import queue


def total(orders):
    amount = 0
    while (order := orders.get()) is not None:
        amount += order
    return amount


async def feed(orders):
    for order in (5, 7):
        await asyncio.sleep(30)
        orders.put(order)
    orders.put(None)


async def pulse():
    while True:
        await asyncio.sleep(0.2)


async def main():
    orders = queue.Queue()
    tasks = [asyncio.create_task(pulse()), asyncio.create_task(feed(orders))]
    print("READY", flush=True)
    print(await asyncio.to_thread(total, orders), len(tasks))


asyncio.run(main())
