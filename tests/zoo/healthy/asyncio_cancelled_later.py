# healthy: python=3.8-3.15
import asyncio


async def hold(one, two):
    async with one:
        await asyncio.sleep(0.1)
        async with two:
            pass


async def main():
    one, two = asyncio.Lock(), asyncio.Lock()
    tasks = [asyncio.ensure_future(hold(one, two)), asyncio.ensure_future(hold(two, one))]
    asyncio.get_running_loop().call_later(600, tasks[0].cancel)
    print("READY", flush=True)
    await asyncio.wait(tasks)


asyncio.run(main())
