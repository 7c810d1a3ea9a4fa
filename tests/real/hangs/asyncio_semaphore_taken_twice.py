# Each batch takes a slot of the semaphore, and each call inside of it another one.
# https://github.com/banteg/multicall.py/issues/93
import asyncio

slots = asyncio.Semaphore(2)


async def call(number):
    async with slots:  # <-- here
        await asyncio.sleep(0.1)
        return number


async def batch(numbers):
    async with slots:
        await asyncio.sleep(0.1)
        return [await call(number) for number in numbers]  # <-- here


async def main():
    print("READY", flush=True)
    print(await asyncio.gather(batch([1, 2]), batch([3, 4])))  # <-- also


asyncio.run(main())
