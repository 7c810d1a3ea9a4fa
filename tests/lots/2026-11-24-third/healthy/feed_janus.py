"""A thread reads a device, slowly; coroutines take from it through a bounded queue (janus)."""

import asyncio
import threading
import time

import janus


class Device(threading.Thread):
    def __init__(self, queue):
        super().__init__(name="device", daemon=True)
        self.queue = queue

    def run(self):
        for number in range(1000):
            time.sleep(0.2)
            self.queue.sync_q.put(number)


async def store(queue, kept):
    while True:
        number = await queue.async_q.get()
        await asyncio.sleep(4)
        kept.append(number)
        queue.async_q.task_done()
        print("stored", number, flush=True)


async def main():
    queue = janus.Queue(maxsize=3)
    Device(queue).start()
    storing = asyncio.create_task(store(queue, []), name="store")
    await storing


if __name__ == "__main__":
    asyncio.run(main())
