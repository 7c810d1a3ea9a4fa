# hang: cause=pool-starvation confidence=likely
import asyncio
import concurrent.futures


async def fetch(number):
    return await asyncio.to_thread(len, "x" * number)


def job(loop, number):
    return asyncio.run_coroutine_threadsafe(fetch(number), loop).result()  # <-- here


async def beat():
    while True:
        await asyncio.sleep(0.2)


async def main():
    loop = asyncio.get_running_loop()
    loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(2))
    beating = asyncio.create_task(beat())
    print("READY", flush=True)
    await asyncio.gather(*[asyncio.to_thread(job, loop, number) for number in range(4)])
    beating.cancel()


asyncio.run(main())
