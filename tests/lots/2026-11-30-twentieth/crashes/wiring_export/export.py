"""Writes the harnesses of a plant as yaml."""
import asyncio
import sys

from harness import Harness

PLANT = [Harness("pump", 12), Harness("lift", 150), Harness("tunnel", 160_000)]


async def heartbeat(done):
    while not done.is_set():
        print("still exporting", file=sys.stderr)
        await asyncio.sleep(1)


async def export(harness, results):
    text = await asyncio.to_thread(harness.text)
    results[harness.name] = len(text)


async def main():
    done, results = asyncio.Event(), {}
    beat = asyncio.create_task(heartbeat(done))
    try:
        for harness in PLANT:
            await export(harness, results)
    finally:
        done.set()
        await beat
    print(results)


if __name__ == "__main__":
    asyncio.run(main())
