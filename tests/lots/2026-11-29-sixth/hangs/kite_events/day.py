"""A day at the field."""

import asyncio
import itertools

from field import Field


async def sun():
    for _ in itertools.count():
        await asyncio.sleep(0.7)


async def main():
    field = Field()
    shining = asyncio.create_task(sun(), name="sun")
    for speed in (4, 9, 15, 20):
        field.events.emit("wind", speed)
        await field.events.wait_for_complete()
        print("wind", speed, "is over", flush=True)
    shining.cancel()


if __name__ == "__main__":
    asyncio.run(main())
