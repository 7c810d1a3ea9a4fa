"""A server of files (aioftp) at rest; somebody looks in every eight seconds."""

import asyncio
import tempfile

import aioftp


async def visitor(port):
    while True:
        await asyncio.sleep(8)
        async with aioftp.Client.context("127.0.0.1", port) as client:
            print(len(await client.list()), "files", flush=True)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        server = aioftp.Server([aioftp.User(base_path=folder)])
        await server.start("127.0.0.1", 0)
        await visitor(server.server.sockets[0].getsockname()[1])


if __name__ == "__main__":
    asyncio.run(main())
