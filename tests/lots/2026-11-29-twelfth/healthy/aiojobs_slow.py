"""Seeds are tried two at a time; each takes eighteen seconds, and the others wait for their turn."""

import asyncio

import aiojobs

SEEDS = ["pea", "bean", "leek", "kale", "chard", "cress", "beet", "rocket", "swede", "fennel"] * 2


async def trial(seed):
    await asyncio.sleep(18)
    print(seed, "has come up", flush=True)


async def main():
    async with aiojobs.Scheduler(limit=2, pending_limit=3) as scheduler:
        jobs = [await scheduler.spawn(trial(seed)) for seed in SEEDS]
        for job in jobs:
            await job.wait()


asyncio.run(main())
