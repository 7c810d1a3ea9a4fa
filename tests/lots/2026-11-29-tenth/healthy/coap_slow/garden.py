import asyncio
import socket

import aiocoap
from aiocoap import resource
from beds import Bed, Sensor


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def main():
    port = free_port()
    sensor = Sensor(every=20)
    running = asyncio.create_task(sensor.run(), name="sensor")
    site = resource.Site()
    site.add_resource(["bed"], Bed(sensor))
    await aiocoap.Context.create_server_context(site, bind=("127.0.0.1", port))
    client = await aiocoap.Context.create_client_context()
    for _ in range(6):
        request = aiocoap.Message(code=aiocoap.GET, uri=f"coap://127.0.0.1:{port}/bed")
        response = await client.request(request).response
        print(response.payload.decode(), flush=True)
    running.cancel()


asyncio.run(main())
