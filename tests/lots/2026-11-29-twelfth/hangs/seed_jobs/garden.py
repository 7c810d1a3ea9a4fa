"""Try the seeds of the year. No more than three jobs run at a time."""

import asyncio

import aiojobs

from trials import Trials

SEEDS = {"pea": 1, "bean": 2, "leek": 2, "kale": 3, "chard": 2}


async def main():
    async with aiojobs.Scheduler(limit=3) as scheduler:
        trials = Trials(scheduler)
        first = await scheduler.spawn(trials.trial("cress", 2))
        await first.wait()
        jobs = [await scheduler.spawn(trials.trial(*seed)) for seed in SEEDS.items()]
        for job in jobs:
            await job.wait()


asyncio.run(main())
