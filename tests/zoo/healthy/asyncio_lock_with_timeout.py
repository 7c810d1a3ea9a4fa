# healthy:
import asyncio


async def both(first, second):
    async with first:
        await asyncio.sleep(0.05)
        async with second:
            pass


async def patiently(first, second):
    for _ in range(20):
        try:
            await asyncio.wait_for(both(first, second), 8)
        except asyncio.TimeoutError:
            await asyncio.sleep(0.1)


async def main():
    one, two = asyncio.Lock(), asyncio.Lock()
    print("READY", flush=True)
    await asyncio.gather(patiently(one, two), patiently(two, one))


asyncio.run(main())
