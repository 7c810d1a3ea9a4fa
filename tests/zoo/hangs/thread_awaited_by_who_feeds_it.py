# hang: cause=deadlock confidence=likely text=orders
import asyncio
import queue


def total(orders):
    amount = 0
    while (order := orders.get()) is not None:  # <-- here
        amount += order
    return amount


async def pulse():
    while True:
        await asyncio.sleep(0.2)


async def main():
    orders = queue.Queue()
    asyncio.create_task(pulse())
    for order in (5, 7):
        orders.put(order)
    print("READY", flush=True)
    amount = await asyncio.to_thread(total, orders)
    orders.put(None)
    print(amount)


asyncio.run(main())
