"""The harbour master's service: tells at which tide a ship may enter."""

import asyncio

TIDES = {"Hulda": "high", "Ilse": "low"}


class Harbour:
    def __init__(self):
        self.server = None
        self.asked = 0

    async def open(self):
        self.server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def answer(self, reader, writer):
        ship = (await reader.readline()).decode().strip()
        self.asked += 1
        writer.write(TIDES.get(ship, "never").encode() + b"\n")
        await writer.drain()
        writer.close()
