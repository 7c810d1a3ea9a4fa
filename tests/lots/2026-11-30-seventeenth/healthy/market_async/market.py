import asyncio
import random

from stalls import Scale, Stall


async def trade(stall):
    while True:
        customer = await stall.serve()
        print(f"{stall.name}: {customer}", flush=True)


async def visitors(stalls, rng):
    number = 0
    while True:
        number += 1
        await rng.choice(stalls).come(f"guest {number}")
        await asyncio.sleep(6)


async def main():
    scale = Scale()
    stalls = [Stall(name, scale, seconds) for name, seconds in (("fish", 19), ("bread", 14), ("herbs", 23), ("nuts", 17))]
    async with asyncio.TaskGroup() as group:
        for stall in stalls:
            group.create_task(trade(stall), name=stall.name)
        group.create_task(visitors(stalls, random.Random(3)), name="visitors")


if __name__ == "__main__":
    asyncio.run(main())
