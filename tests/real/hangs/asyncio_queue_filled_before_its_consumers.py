# All jobs are put into a bounded queue before the first of its consumers is made.
# https://docs.python.org/3/library/asyncio-queue.html#asyncio.Queue.put
import asyncio


async def consume(jobs):
    while True:
        print(await jobs.get())
        jobs.task_done()


async def fill(jobs, count):
    for number in range(count):
        await jobs.put(number)  # <-- here


async def main():
    jobs = asyncio.Queue(maxsize=10)
    print("READY", flush=True)
    await fill(jobs, 100)  # <-- also
    consumers = [asyncio.create_task(consume(jobs)) for _ in range(3)]
    await jobs.join()
    for one in consumers:
        one.cancel()


asyncio.run(main())
