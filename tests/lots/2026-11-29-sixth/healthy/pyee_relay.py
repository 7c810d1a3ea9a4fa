"""A relay race by events (pyee): each leg takes fourteen seconds, the end waits for all."""

import asyncio

from pyee.asyncio import AsyncIOEventEmitter

events = AsyncIOEventEmitter()


@events.on("start")
async def first(team):
    await asyncio.sleep(14)
    events.emit("baton", team)


@events.on("baton")
async def second(team):
    await asyncio.sleep(14)
    print(team, "is home", flush=True)


async def main():
    for race in range(20):
        for team in ("red", "blue"):
            events.emit("start", team)
        await events.wait_for_complete()
        await events.wait_for_complete()
        print("race", race, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
