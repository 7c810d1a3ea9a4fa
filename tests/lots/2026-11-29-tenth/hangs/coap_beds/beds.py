"""CoAP server of a garden: the moisture of a bed, sent when its sensor has measured."""

import asyncio

import aiocoap
from aiocoap import resource


class Sensor:
    """Measures once when it is switched on, and tells those who wait."""

    def __init__(self, name):
        self.name = name
        self.measured = asyncio.Event()
        self.value = None

    async def measure(self):
        await asyncio.sleep(0.1)
        self.value = 0.4
        if self.value > 0.5:
            self.measured.set()


class Bed(resource.Resource):
    def __init__(self, sensor):
        super().__init__()
        self.sensor = sensor

    async def render_get(self, request):
        await self.sensor.measured.wait()
        return aiocoap.Message(payload=f"{self.sensor.name}: {self.sensor.value}".encode())


async def serve(names, port):
    site = resource.Site()
    sensors = {name: Sensor(name) for name in names}
    for name, sensor in sensors.items():
        site.add_resource(["bed", name], Bed(sensor))
    context = await aiocoap.Context.create_server_context(site, bind=("127.0.0.1", port))
    return context, sensors
