# More jobs are spawned than the scheduler takes: the next spawn waits for a place that is not given back.
# https://github.com/aio-libs/aiojobs/issues/290
import asyncio

import aiojobs


async def fetch(number):
    await asyncio.sleep(0.2)


async def main():
    scheduler = await aiojobs.create_scheduler(limit=1, pending_limit=1)
    for number in range(3):
        await scheduler.spawn(fetch(number))  # <-- here
    await scheduler.close()


print("READY", flush=True)
asyncio.run(main())  # <-- also
