# hang: cause=waits-for-nobody confidence=likely
import asyncio
import functools


async def serve(reader, writer):
    while True:
        size = int.from_bytes(await reader.readexactly(8), "big")
        writer.write(await reader.readexactly(size))
        await writer.drain()


async def ask(reader, writer, question):
    writer.write(len(question).to_bytes(4, "big") + question)  # 8 are read there
    await writer.drain()
    return await reader.readline()  # <-- here


async def beat():
    while True:
        await asyncio.sleep(0.5)


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    streams = await asyncio.open_connection(*server.sockets[0].getsockname())
    beating = asyncio.create_task(beat())
    asyncio.get_running_loop().call_later(0.2, functools.partial(print, "READY", flush=True))
    print(await asyncio.create_task(ask(*streams, b"tide"), name="asking"))
    beating.cancel()


asyncio.run(main())
