import asyncio


class Shop:
    def __init__(self):
        self.toys = asyncio.Queue(2)
        self.painted = 0

    async def make(self, name):
        for number in range(20):
            await self.toys.put((name, number))

    async def paint(self):
        while True:
            name, number = await self.toys.get()
            await asyncio.sleep(8)
            self.painted += 1
            print(name, number, flush=True)
            self.toys.task_done()


async def main():
    shop = Shop()
    painter = asyncio.create_task(shop.paint())
    makers = [asyncio.create_task(shop.make(name)) for name in ("bear", "train", "doll", "kite")]
    await asyncio.gather(*makers)
    await shop.toys.join()
    painter.cancel()


if __name__ == "__main__":
    asyncio.run(main())
