# healthy: first=yes
import asyncio


async def serve(reader, writer):
    writer.write(await reader.readline())
    await writer.drain()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    print("READY", flush=True)
    async with server:
        await server.serve_forever()


asyncio.run(main())
