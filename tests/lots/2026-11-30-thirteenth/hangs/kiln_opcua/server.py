import asyncio
import threading

from asyncua import Server


class KilnServer(threading.Thread):
    """The kiln's controller: tells temperature and door over OPC UA, from a loop of its own."""

    def __init__(self, port):
        super().__init__(name="kiln", daemon=True)
        self.url = f"opc.tcp://127.0.0.1:{port}/kiln"
        self.ready = threading.Event()

    def run(self):
        asyncio.run(self._serve())

    async def _serve(self):
        server = Server()
        await server.init()
        server.set_endpoint(self.url)
        space = await server.register_namespace("kiln")
        kiln = await server.nodes.objects.add_object(space, "Kiln")
        temperature = await kiln.add_variable(space, "Temperature", 20.0)
        self.limit = await kiln.add_variable(space, "Limit", 80.0)
        async with server:
            self.ready.set()
            degrees = 20.0
            while True:
                await asyncio.sleep(0.25)
                degrees += 12.5
                await temperature.write_value(degrees)
