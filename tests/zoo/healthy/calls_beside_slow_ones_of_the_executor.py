# healthy:
import asyncio
import concurrent.futures
import time


async def fetch(number):
    return await asyncio.to_thread(len, "x" * number)


def job(loop, number):
    if number == 0:
        time.sleep(60)
        return 0
    return asyncio.run_coroutine_threadsafe(fetch(number), loop).result()


async def main():
    loop = asyncio.get_running_loop()
    loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(2))
    print("READY", flush=True)
    await asyncio.gather(*[asyncio.to_thread(job, loop, number) for number in range(4)])


asyncio.run(main())
