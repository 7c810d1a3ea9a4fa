"""A garden: beds are watered by two cans, some by a pump that blocks its thread; it ends after a while."""

import asyncio
import time


class Garden:
    def __init__(self, cans):
        self.cans = asyncio.Semaphore(cans)
        self.pump = asyncio.Lock()
        self.watered = []

    async def water(self, bed, litres):
        async with self.cans:
            async with self.pump:
                await asyncio.to_thread(time.sleep, litres)
            await asyncio.sleep(litres / 2)
            self.watered.append(bed)
            print(bed, flush=True)

    async def day(self, beds):
        async with asyncio.TaskGroup() as group:
            for bed, litres in beds.items():
                group.create_task(self.water(bed, litres), name=bed)
        return len(self.watered)


BEDS = {"beans": 6, "kale": 8, "peas": 5, "leek": 9, "dill": 7, "chard": 6, "sage": 8, "mint": 9, "beet": 7, "rue": 6}


def main():
    print(asyncio.run(Garden(2).day(BEDS)), "beds")


if __name__ == "__main__":
    main()
