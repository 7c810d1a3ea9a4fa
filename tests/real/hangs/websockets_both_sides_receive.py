# The server waits for a hello of its client, the client for a greeting of the server.
# https://websockets.readthedocs.io/en/stable/howto/patterns.html
import asyncio

import websockets


async def greet(connection):
    name = await connection.recv()  # <-- here
    await connection.send(f"hello {name}")


async def main():
    async with websockets.serve(greet, "127.0.0.1", 0, ping_interval=None) as server:
        port = server.sockets[0].getsockname()[1]
        uri = f"ws://127.0.0.1:{port}"
        async with websockets.connect(uri, ping_interval=None) as connection:
            print("READY", flush=True)
            print(await connection.recv())  # <-- here
            await connection.send("thanks")


asyncio.run(main())
