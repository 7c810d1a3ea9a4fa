# A coroutine reads from a queue for threads; the task that would fill it runs on the same loop.
# https://docs.python.org/3/library/asyncio-dev.html#running-blocking-code
import asyncio
import queue

lines = queue.Queue()


async def produce():
    for number in range(3):
        await asyncio.sleep(0.1)
        lines.put(number)


async def consume():
    for _ in range(3):
        print(lines.get())  # <-- here


async def main():
    print("READY", flush=True)
    await asyncio.gather(consume(), produce())


asyncio.run(main())
