# A worker takes its cancellation for any other failure of a job and goes on; wait_for waits until it
# has ended.
# https://github.com/python/cpython/issues/87555
import asyncio


async def worker(jobs):
    while True:
        try:
            job = await jobs.get()  # <-- here
            print(10 / job)
        except BaseException as error:
            print("failed:", repr(error))


async def main():
    jobs = asyncio.Queue()
    await jobs.put(5)
    await jobs.put(0)
    print("READY", flush=True)
    try:
        await asyncio.wait_for(worker(jobs), 0.5)  # <-- here
    except asyncio.TimeoutError:
        print("no more jobs")


asyncio.run(main())
