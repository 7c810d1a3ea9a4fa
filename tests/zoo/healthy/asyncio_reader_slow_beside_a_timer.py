# healthy
import asyncio


class Importer:
    def __init__(self):
        self.lines = asyncio.Queue()
        self.imported = 0

    async def read(self, lines):
        for line in lines:
            await asyncio.sleep(30)
            await self.lines.put(line)
        await self.lines.put(None)

    async def store(self):
        while await self.lines.get() is not None:
            self.imported += 1

    async def progress(self):
        while True:
            await asyncio.sleep(0.2)
            print(self.imported, "imported", flush=True)


async def main():
    importer = Importer()
    progress = asyncio.create_task(importer.progress())
    asyncio.create_task(importer.read(["a", "b", "c"]))
    print("READY", flush=True)
    await asyncio.create_task(importer.store())
    progress.cancel()


asyncio.run(main())
