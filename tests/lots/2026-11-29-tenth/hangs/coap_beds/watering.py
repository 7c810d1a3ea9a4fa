"""Water the beds that are dry, as their sensors say over CoAP."""

import asyncio
import logging
import socket

import aiocoap
from beds import serve

log = logging.getLogger("watering")


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gardener:
    def __init__(self, context, port):
        self.context = context
        self.port = port

    async def moisture(self, bed):
        request = aiocoap.Message(code=aiocoap.GET, uri=f"coap://127.0.0.1:{self.port}/bed/{bed}")
        response = await self.context.request(request).response
        return float(response.payload.decode().split(": ")[1])


async def clock():
    for second in range(600):
        log.info("%d s", second)
        await asyncio.sleep(1)


async def main():
    logging.basicConfig(level=logging.INFO)
    port = free_port()
    ticking = asyncio.create_task(clock(), name="clock")
    context, sensors = await serve(["leek", "kale"], port)
    await asyncio.gather(*(sensor.measure() for sensor in sensors.values()))
    client = await aiocoap.Context.create_client_context()
    gardener = Gardener(client, port)
    for bed in sensors:
        print(bed, await gardener.moisture(bed))
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
