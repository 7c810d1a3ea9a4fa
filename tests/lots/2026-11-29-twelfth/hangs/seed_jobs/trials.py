import asyncio


class Trials:
    """Seeds are tried in trays: a job of the scheduler each, and so is each tray."""

    def __init__(self, scheduler):
        self.scheduler = scheduler
        self.grown = {}

    async def tray(self, seed, number):
        await asyncio.sleep(0.05)
        return len(seed) * 7 % (number + 3)

    async def trial(self, seed, trays):
        jobs = [await self.scheduler.spawn(self.tray(seed, n)) for n in range(trays)]
        await asyncio.sleep(0.02)
        self.grown[seed] = sum([await job.wait() for job in jobs])
        print(seed, self.grown[seed], flush=True)
