"""Reports of some hives to a service in the same process."""

import asyncio
import logging

import grpclib.client
import grpclib.server
from hive import client, service, wire


async def watch(scale):
    """Tells how many weights have come."""
    while True:
        await asyncio.sleep(9)
        logging.info("%d weights so far", scale.seen)


async def main():
    scale = service.Scale()
    server = grpclib.server.Server([scale], codec=wire.JSONCodec())
    await server.start("127.0.0.1", 0)
    port = server._server.sockets[0].getsockname()[1]
    watching = asyncio.create_task(watch(scale))
    async with grpclib.client.Channel("127.0.0.1", port, codec=wire.JSONCodec()) as channel:
        for name in ("lime", "clover", "heather"):
            found = await client.Hive(name, channel).report(5)
            print(name, round(found["mean"]), f"{found['gain']:+d} g", flush=True)
    watching.cancel()
    server.close()
    await server.wait_closed()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
