# healthy:
"""Both sides of a connection write more than is taken at once, and each has a task that reads."""

import asyncio
import functools
import socket


async def takes(reader):
    while await reader.read(65536):
        await asyncio.sleep(0.3)


async def sends(end):
    reader, writer = await asyncio.open_connection(sock=end)
    taking = asyncio.create_task(takes(reader))
    while True:
        writer.write(bytes(1_000_000))
        await writer.drain()
        if taking.done():
            break


async def main():
    asyncio.get_running_loop().call_later(0.5, functools.partial(print, "READY", flush=True))
    await asyncio.gather(*map(sends, socket.socketpair()))


asyncio.run(main())
