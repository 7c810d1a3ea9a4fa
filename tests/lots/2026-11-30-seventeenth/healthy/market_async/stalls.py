import asyncio
import contextlib


class Scale:
    """Two scales for all stalls."""

    def __init__(self):
        self.free = asyncio.Semaphore(2)

    @contextlib.asynccontextmanager
    async def borrowed(self):
        async with self.free:
            yield self


class Stall:
    def __init__(self, name, scale, seconds):
        self.name = name
        self.scale = scale
        self.seconds = seconds
        self.open = asyncio.Condition()
        self.customers = []
        self.served = 0

    async def come(self, customer):
        async with self.open:
            self.customers.append(customer)
            self.open.notify()

    async def serve(self):
        async with contextlib.AsyncExitStack() as stack:
            await stack.enter_async_context(self.open)
            await self.open.wait_for(lambda: self.customers)
            customer = self.customers.pop(0)
        async with self.scale.borrowed():
            await asyncio.sleep(self.seconds)
        self.served += 1
        return customer
