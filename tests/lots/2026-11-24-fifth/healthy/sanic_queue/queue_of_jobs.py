import asyncio


class Jobs:
    """Jobs that are done one after the other, each of some seconds."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.queue = asyncio.Queue()
        self.oven = asyncio.Lock()

    async def bake(self, name):
        done = asyncio.get_running_loop().create_future()
        await self.queue.put((name, done))
        return await done

    async def work(self):
        while True:
            name, done = await self.queue.get()
            async with self.oven:
                await asyncio.sleep(self.seconds)
            done.set_result(f"{name} is baked")
            self.queue.task_done()
