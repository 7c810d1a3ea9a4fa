# Tasks of a group wait at a condition that a timer notifies every few seconds.
# https://docs.python.org/3/library/asyncio-sync.html#asyncio.Condition
import asyncio


async def consume(condition, stock):
    while True:
        async with condition:
            await condition.wait_for(lambda: stock)
            stock.pop()


async def produce(condition, stock):
    while True:
        await asyncio.sleep(20)
        async with condition:
            stock.append("item")
            condition.notify()


async def main():
    condition, stock = asyncio.Condition(), []
    async with asyncio.TaskGroup() as group:
        group.create_task(produce(condition, stock))
        for _ in range(3):
            group.create_task(consume(condition, stock))
        print("READY", flush=True)


asyncio.run(main())
