"""Sends letters in the background; the main task waits until all of them are on their way."""

import asyncio
import gc
import itertools
import weakref


class Postbox:
    """Knows who waits for a stamp; those who have gone are forgotten."""

    def __init__(self):
        self.waiting = weakref.WeakSet()

    async def stamp(self):
        future = asyncio.get_running_loop().create_future()
        self.waiting.add(future)
        return await future

    async def sell(self):
        for number in itertools.count(1):
            await asyncio.sleep(0.5)
            gc.collect()
            for future in list(self.waiting)[:2]:
                future.set_result(number)


class Merge:
    def __init__(self, postbox, names):
        self.postbox, self.names = postbox, names
        self.sent = []
        self.finished = asyncio.Event()

    async def letter(self, name):
        stamp = await self.postbox.stamp()
        self.sent.append((name, stamp))
        if len(self.sent) == len(self.names):
            self.finished.set()

    async def run(self):
        for name in self.names:
            asyncio.create_task(self.letter(name))
        await self.finished.wait()
        return self.sent


async def main():
    postbox = Postbox()
    seller = asyncio.create_task(postbox.sell(), name="seller")
    print(await Merge(postbox, ["ada", "ben", "eve", "kim"]).run())
    seller.cancel()


if __name__ == "__main__":
    asyncio.run(main())
