"""A hive that tells who waits for it when enough honey is there."""

import asyncio
import gc


class Bee:
    def __init__(self, hive, name):
        self.hive = hive
        self.name = name
        self.back = None

    async def fly(self):
        """Out, and back when the wind allows it."""
        self.back = asyncio.get_running_loop().create_future()
        self.hive.forget(self.name)
        await self.back
        self.hive.bring(self.name, 1)


class Hive:
    def __init__(self, wanted=3):
        self.honey = {}
        self.wanted = wanted
        self.full = asyncio.Event()
        self.cleanings = 0

    def bring(self, name, amount):
        self.honey[name] = self.honey.get(name, 0) + amount
        if sum(self.honey.values()) >= self.wanted:
            self.full.set()

    def forget(self, name):
        self.honey.pop(name, None)

    def send(self, name):
        bee = Bee(self, name)
        asyncio.get_running_loop().create_task(bee.fly())

    def wind(self):
        """Bees that are out come back."""
        for bee in gc.get_objects():
            if isinstance(bee, Bee) and bee.back is not None and not bee.back.done():
                bee.back.set_result(None)

    async def clean(self):
        """Once in a while."""
        while True:
            await asyncio.sleep(0.5)
            self.cleanings += 1
            gc.collect()

    async def wait_until_full(self):
        await self.full.wait()
        return sum(self.honey.values())
