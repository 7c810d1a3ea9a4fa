"""A garden's CoAP server whose sensor measures every twenty seconds; who asks waits for the next."""

import asyncio

import aiocoap
from aiocoap import resource


class Sensor:
    def __init__(self, every):
        self.every = every
        self.next = asyncio.get_running_loop().create_future()
        self.measured = 0

    async def run(self):
        while True:
            await asyncio.sleep(self.every)
            self.measured += 1
            self.next.set_result(0.2 + self.measured / 100)
            self.next = asyncio.get_running_loop().create_future()


class Bed(resource.Resource):
    def __init__(self, sensor):
        super().__init__()
        self.sensor = sensor

    async def render_get(self, request):
        value = await asyncio.shield(self.sensor.next)
        return aiocoap.Message(payload=str(value).encode())
