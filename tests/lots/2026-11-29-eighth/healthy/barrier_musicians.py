"""Musicians meet at an asyncio.Barrier; the slowest takes seven seconds to tune."""

import asyncio


async def musician(barrier, name, seconds):
    for number in range(40):
        await asyncio.sleep(seconds)
        await barrier.wait()
        print(name, number, flush=True)


async def main():
    barrier = asyncio.Barrier(3)
    async with asyncio.TaskGroup() as group:
        for name, seconds in {"flute": 0.5, "viola": 1, "harp": 7}.items():
            group.create_task(musician(barrier, name, seconds), name=name)


if __name__ == "__main__":
    asyncio.run(main())
