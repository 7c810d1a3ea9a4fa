import asyncio


class Oven:
    def __init__(self, seconds=7.0):
        self.seconds = seconds
        self.dough = asyncio.Queue(maxsize=2)
        self.baked = 0

    async def work(self):
        while True:
            size, done = await self.dough.get()
            await asyncio.sleep(self.seconds)
            self.baked += size
            done.set_result(self.baked)
            self.dough.task_done()

    async def bake(self, size):
        done = asyncio.get_running_loop().create_future()
        await self.dough.put((size, done))
        return await done


class Counter:
    def __init__(self, oven):
        self.oven = oven

    async def serve(self, reader, writer):
        async for line in reader:
            number = await self.oven.bake(int(line))
            writer.write(b"%d\n" % number)
            await writer.drain()
        writer.close()
