# A consumer awaits a queue that gets an item every five seconds.
import asyncio


async def produce(queue):
    while True:
        await asyncio.sleep(5)
        await queue.put(1)


async def main():
    queue = asyncio.Queue()
    task = asyncio.create_task(produce(queue))
    print("READY", flush=True)
    while True:
        print(await queue.get())


asyncio.run(main())
