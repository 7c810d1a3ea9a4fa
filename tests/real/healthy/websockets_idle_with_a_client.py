# A server of websockets and a client that sends something every now and then.
import asyncio

import websockets


async def echo(connection):
    async for message in connection:
        await connection.send(message)


async def main():
    async with websockets.serve(echo, "127.0.0.1", 0) as server:
        uri = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with websockets.connect(uri) as connection:
            print("READY", flush=True)
            while True:
                await connection.send("ping")
                print(await connection.recv())
                await asyncio.sleep(20)


asyncio.run(main())
