# hang: cause=deadlock confidence=likely
"""Both sides of a connection send all they have before they read, beside a task that goes on."""

import asyncio
import functools
import socket


async def beats():
    while True:
        await asyncio.sleep(0.2)


async def sends(end):
    reader, writer = await asyncio.open_connection(sock=end)
    for _ in range(100):
        writer.write(bytes(1_000_000))
        await writer.drain()  # <-- here
    return await reader.read()


async def main():
    ticker = asyncio.create_task(beats())
    asyncio.get_running_loop().call_later(0.5, functools.partial(print, "READY", flush=True))
    await asyncio.gather(*map(sends, socket.socketpair()))
    ticker.cancel()


asyncio.run(main())
