# healthy:
import asyncio


async def work(semaphore):
    while True:
        async with semaphore:
            await asyncio.sleep(0.4)


async def main():
    semaphore = asyncio.Semaphore(2)
    print("READY", flush=True)
    await asyncio.gather(*(work(semaphore) for _ in range(6)))


asyncio.run(main())
