import asyncio


class Lift:
    seconds_a_floor = 2.0

    def __init__(self, floors):
        self.floors = floors
        self.floor = 0
        self.calls = asyncio.PriorityQueue()
        self.arrived = asyncio.Condition()
        self.task = None

    async def __aenter__(self):
        self.task = asyncio.create_task(self._drive())
        return self

    async def __aexit__(self, *exc_info):
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _drive(self):
        while True:
            floor = await self.calls.get()
            while self.floor != floor:
                await asyncio.sleep(self.seconds_a_floor)
                async with self.arrived:
                    self.floor += 1 if floor > self.floor else -1
                    self.arrived.notify_all()

    async def call(self, floor):
        if not 0 <= floor < self.floors:
            raise ValueError(floor)
        await self.calls.put(floor)
        async with self.arrived:
            await self.arrived.wait_for(lambda: self.floor == floor)
