"""Messages with their length in front, over streams."""

import asyncio
import json
import struct


class Frames:
    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    async def send(self, message):
        body = json.dumps(message).encode()
        self.writer.write(struct.pack(">I", len(body)) + body)
        await self.writer.drain()

    async def receive(self):
        (length,) = struct.unpack("<I", await self.reader.readexactly(4))
        return json.loads(await self.reader.readexactly(length))

    def close(self):
        self.writer.close()


async def connect(host, port):
    return Frames(*await asyncio.open_connection(host, port))
