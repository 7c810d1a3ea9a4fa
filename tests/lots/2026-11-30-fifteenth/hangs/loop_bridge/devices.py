import asyncio


class Device:
    def __init__(self, port, bridge):
        self.port = port
        self.reader = self.writer = None
        self.values = {}
        self.ready = asyncio.Event()
        self.read = bridge.blocking(self._read)

    async def session(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.ready.set()
        while True:
            line = await self.reader.readline()
            if not line:
                raise ConnectionError("the device has closed its line")
            name, value = line.decode().split()
            self.values[name] = float(value)

    async def _read(self, name):
        await self.ready.wait()
        while name not in self.values:
            await asyncio.sleep(0.05)
        return self.values[name]


async def simulate(reader, writer):
    for number in range(8):
        writer.write(b"temperature %.2f\n" % (20 + number / 10))
        await writer.drain()
        await asyncio.sleep(0.2)
    writer.close()
