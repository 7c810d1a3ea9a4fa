"""An oven with one door: who bakes has it to himself."""

import asyncio
import functools


class Oven:
    def __init__(self):
        self.door = asyncio.Lock()
        self.baked = {}
        self.heat = 20

    async def bake(self, bread, minutes):
        async with self.door:
            await asyncio.sleep(minutes / 100)
            self.baked[bread] = self.baked.get(bread, 0) + 1
            return self.baked[bread]

    async def warm(self):
        while True:
            await asyncio.sleep(0.2)
            self.heat = min(240, self.heat + 5)


def alone(oven):
    """A middleware: orders go one after the other."""

    async def middleware(request, handler):
        if request.method != "POST":
            return await handler(request)
        async with oven.door:
            return await handler(request)

    return middleware


def timed(function):
    @functools.wraps(function)
    async def wrapper(request):
        start = asyncio.get_running_loop().time()
        try:
            return await function(request)
        finally:
            spent = asyncio.get_running_loop().time() - start
            print(request.url.path.decode(), f"{spent:.2f} s", flush=True)

    return wrapper
