# hang: cause=deadlock confidence=likely python=3.9-3.15
"""All threads that a limit lets run wait for a place, and who has the places waits for the limit."""

import asyncio
import contextlib
import functools
import queue


class Places:
    def __init__(self, number):
        self.free = queue.LifoQueue()
        for one in range(number):
            self.free.put(one)

    @contextlib.contextmanager
    def one(self):
        taken = self.free.get()  # <-- here
        try:
            yield taken  # <-- here
        finally:
            self.free.put(taken)


async def visit(places, limit):
    with contextlib.ExitStack() as stack:
        async with limit:
            await asyncio.to_thread(stack.enter_context, places.one())  # <-- here
        await asyncio.sleep(0.2)
        async with limit:  # <-- here
            await asyncio.to_thread(print, "seated")


async def beats():
    while True:
        await asyncio.sleep(0.2)


async def main():
    ticker = asyncio.create_task(beats())
    places, limit = Places(2), asyncio.Semaphore(4)
    asyncio.get_running_loop().call_later(0.5, functools.partial(print, "READY", flush=True))
    await asyncio.gather(*[visit(places, limit) for _ in range(12)])
    ticker.cancel()


asyncio.run(main())
