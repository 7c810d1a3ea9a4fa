# hang: cause=deadlock confidence=likely python=3.8-3.15 text=timers
import asyncio


def beat(loop):
    loop.call_later(0.5, beat, loop)


async def hold(one, two):
    async with one:  # <-- here
        await asyncio.sleep(0.1)
        async with two:  # <-- here
            pass


async def main():
    one, two = asyncio.Lock(), asyncio.Lock()
    beat(asyncio.get_running_loop())
    print("READY", flush=True)
    await asyncio.gather(hold(one, two), hold(two, one))


asyncio.run(main())
