import asyncio

import aiomultiprocess

from pages import clean


async def clock():
    minutes = 0
    while True:
        await asyncio.sleep(30)
        minutes += 0.5
        print(minutes, "minutes", flush=True)


async def main():
    ticking = asyncio.create_task(clock())
    async with aiomultiprocess.Pool(processes=2, childconcurrency=2) as pool:
        async for page, digest in pool.map(clean, range(60)):
            print("page", page, hex(digest), flush=True)
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
