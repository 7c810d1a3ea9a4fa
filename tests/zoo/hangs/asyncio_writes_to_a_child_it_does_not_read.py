# hang: cause=deadlock confidence=likely
"""A child answers while it is written to, and its answers are read behind that."""

import asyncio
import functools


async def beats():
    while True:
        await asyncio.sleep(0.2)


async def main():
    ticker = asyncio.create_task(beats())
    asyncio.get_running_loop().call_later(0.5, functools.partial(print, "READY", flush=True))
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec("cat", stdin=pipe, stdout=pipe)
    for _ in range(100):
        child.stdin.write(bytes(1_000_000))
        await child.stdin.drain()  # <-- here
    child.stdin.close()
    print(len(await child.stdout.read()))
    ticker.cancel()


asyncio.run(main())
