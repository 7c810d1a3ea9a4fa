"""A bakery: two ovens, five bakers, and a shop that sells one loaf at a time."""

import anyio
from anyio import CapacityLimiter, create_memory_object_stream, create_task_group, to_thread


class Bakery:
    def __init__(self, ovens):
        self.ovens = CapacityLimiter(ovens)
        self.shelf, self.counter = create_memory_object_stream(3)
        self.sold = 0
        self.opened = anyio.Event()

    def bake(self, baker, number):
        import time

        time.sleep(2.5)
        return f"loaf {number} of {baker}"

    async def baker(self, name):
        await self.opened.wait()
        for number in range(1000):
            loaf = await to_thread.run_sync(self.bake, name, number, limiter=self.ovens)
            await self.shelf.send(loaf)

    async def seller(self):
        async for loaf in self.counter:
            await anyio.sleep(5)
            self.sold += 1
            print("sold", loaf, flush=True)

    async def open(self):
        await anyio.sleep(0.5)
        self.opened.set()


async def main():
    bakery = Bakery(ovens=2)
    async with create_task_group() as group:
        for name in ("ada", "ben", "eve", "joe", "kim"):
            group.start_soon(bakery.baker, name, name=name)
        group.start_soon(bakery.seller, name="seller")
        group.start_soon(bakery.open)


anyio.run(main)
