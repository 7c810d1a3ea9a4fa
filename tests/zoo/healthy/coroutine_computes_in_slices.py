# healthy: computes=yes
import asyncio


async def compute():
    total = 0
    for n in range(10**9):
        total += n * n
        if n % 1000 == 0:
            await asyncio.sleep(0)


async def main():
    print("READY", flush=True)
    await asyncio.gather(compute(), compute())


asyncio.run(main())
