"""A mill: a spinner (a thread) brings yarn, weavers (tasks) take it; one of them dyes some anew."""

import asyncio
import threading
import time

from yarn import Yarn


class Spinner(threading.Thread):
    def __init__(self, yarn, count):
        super().__init__(name="spinner", daemon=True)
        self.yarn = yarn
        self.count = count

    def run(self):
        for number in range(self.count):
            self.yarn.lay("red" if number % 3 else "white")
            time.sleep(0.005)


class Weaver:
    def __init__(self, name, yarn):
        self.name = name
        self.yarn = yarn
        self.rows = 0

    async def weave(self):
        while True:
            colour = await self.yarn.take()
            if colour == "white":
                self.dye()
                continue
            self.rows += 1
            await asyncio.sleep(0.1)

    def dye(self):
        """It goes back as two of another colour."""
        for colour in ("blue", "green"):
            self.yarn.lay(colour)


async def main():
    yarn = Yarn(4)
    Spinner(yarn, 40).start()
    weavers = [Weaver(name, yarn) for name in ("Ida", "Jon")]
    tasks = [asyncio.create_task(weaver.weave(), name=weaver.name) for weaver in weavers]
    while sum(weaver.rows for weaver in weavers) < 40:
        await asyncio.sleep(0.5)
        print(sum(weaver.rows for weaver in weavers), "rows,", len(yarn), "in the queue", flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main())
