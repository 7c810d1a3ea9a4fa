# healthy: python=3.8-3.15
import asyncio
import signal


async def serve(reader, writer):
    while line := await reader.readline():
        writer.write(line)
        await writer.drain()


async def ask(reader, writer):
    writer.write(b"hello\n")
    return await reader.readline()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    streams = await asyncio.open_connection(*server.sockets[0].getsockname())
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, stop.set)
    await ask(*streams)
    print("READY", flush=True)
    await stop.wait()
    await ask(*streams)


asyncio.run(main())
