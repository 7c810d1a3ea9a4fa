# A thread puts into a queue of two ends; the task that reads the other end has failed.
# https://github.com/aio-libs/janus/issues/237
import asyncio

import janus


def produce(queue):
    for number in range(100):
        queue.put(f"item {number}")  # <-- here


async def consume(queue):
    while True:
        item = await queue.get()
        print(int(item))


async def main():
    queue = janus.Queue(maxsize=1)
    consumer = asyncio.create_task(consume(queue.async_q), name="consumer")
    await asyncio.sleep(0)
    print("READY", flush=True)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, produce, queue.sync_q)  # <-- also
    await consumer


asyncio.run(main())
