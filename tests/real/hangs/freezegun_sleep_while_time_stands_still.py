# A test freezes the time, and the code under test sleeps: the loop's clock stands still as well.
# https://github.com/spulec/freezegun/issues/563
import asyncio

from freezegun import freeze_time


async def expire(sessions):
    await asyncio.sleep(0.1)  # <-- here
    sessions.clear()


async def main():
    with freeze_time("2012-01-14"):
        await expire({1: "anna"})  # <-- also


print("READY", flush=True)
asyncio.run(main())  # <-- also
