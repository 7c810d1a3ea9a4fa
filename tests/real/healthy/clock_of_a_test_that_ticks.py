# A test begins at another time, from which its clock goes on: the loop's timers come as they should.
import asyncio

from freezegun import freeze_time


async def main():
    with freeze_time("2012-01-14", tick=True):
        for _ in range(1000):
            await asyncio.sleep(0.5)


print("READY", flush=True)
asyncio.run(main())
