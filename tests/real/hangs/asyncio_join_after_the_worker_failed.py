# The only worker task ends with an exception; join() waits for items that nobody takes.
# https://docs.python.org/3/library/asyncio-queue.html#asyncio.Queue.join
import asyncio


async def worker(queue):
    while True:
        url = await queue.get()
        if "bad" in url:
            raise ValueError(url)
        queue.task_done()


async def main():
    queue = asyncio.Queue()
    for name in ("a", "bad", "c", "d"):
        queue.put_nowait(name)
    task = asyncio.create_task(worker(queue), name="worker")
    print("READY", flush=True)
    await queue.join()  # <-- here
    task.cancel()


asyncio.run(main())
