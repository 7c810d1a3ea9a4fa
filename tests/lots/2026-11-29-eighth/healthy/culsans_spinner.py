"""A thread puts into a full queue of culsans, whose tasks take one every five seconds."""

import asyncio
import threading

import culsans


class Spinner(threading.Thread):
    def __init__(self, queue):
        super().__init__(name="spinner", daemon=True)
        self.queue = queue

    def run(self):
        for number in range(1000):
            self.queue.sync_q.put(number)


async def weave(queue):
    while True:
        number = await queue.async_q.get()
        await asyncio.sleep(5)
        print("wove", number, flush=True)


async def main():
    queue = culsans.Queue(maxsize=2)
    Spinner(queue).start()
    await weave(queue)


if __name__ == "__main__":
    asyncio.run(main())
