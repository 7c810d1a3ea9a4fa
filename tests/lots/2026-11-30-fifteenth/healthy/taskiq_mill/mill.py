"""A mill: grain is ground by tasks of taskiq, sacks are filled from what they give."""

import asyncio

from taskiq import InMemoryBroker

broker = InMemoryBroker(await_inplace=False)
stones = asyncio.Semaphore(1)


@broker.task
async def grind(field, tons):
    async with stones:
        for _ in range(tons):
            await asyncio.sleep(2.5)
    return {"field": field, "flour": tons * 0.78}


async def sacks(field, tons):
    task = await grind.kiq(field, tons)
    result = await task.wait_result(check_interval=0.5, timeout=3600)
    print(field, round(result.return_value["flour"], 2), "t", flush=True)
    return result.return_value["flour"]


async def main():
    await broker.startup()
    try:
        for day in range(40):
            async with asyncio.TaskGroup() as group:
                for field, tons in [("north", 4), ("brook", 3), ("hill", 6)]:
                    group.create_task(sacks(f"{field} {day}", tons))
    finally:
        await broker.shutdown()


if __name__ == "__main__":
    asyncio.run(main())
