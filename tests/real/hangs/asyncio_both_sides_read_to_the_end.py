# Client and server each read until the other closes the connection.
# https://docs.python.org/3/library/asyncio-stream.html#asyncio.StreamReader.read
import asyncio


async def echo(reader, writer):
    data = await reader.read()  # <-- here
    writer.write(data)
    await writer.drain()
    writer.close()


async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"hello")
    await writer.drain()
    print("READY", flush=True)
    print(await reader.read())  # <-- here
    writer.close()


asyncio.run(main())
