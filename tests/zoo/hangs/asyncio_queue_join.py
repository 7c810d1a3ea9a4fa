# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 text=join
import asyncio


async def consume(queue):
    while True:
        item = await queue.get()
        if item is None:
            return


async def main():
    queue = asyncio.Queue()
    consumer = asyncio.ensure_future(consume(queue))
    for item in (1, 2, None):
        queue.put_nowait(item)
    await consumer
    print("READY", flush=True)
    await queue.join()  # <-- here


asyncio.run(main())
