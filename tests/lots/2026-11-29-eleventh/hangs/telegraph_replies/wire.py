"""Messages of the telegraph: one line of JSON each."""

import asyncio
import json


class Wire:
    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    async def send(self, **message):
        self.writer.write(json.dumps(message).encode() + b"\n")
        await self.writer.drain()

    async def messages(self):
        while line := await self.reader.readline():
            yield json.loads(line)

    async def close(self):
        self.writer.close()
        await self.writer.wait_closed()


async def connected(port):
    return Wire(*await asyncio.open_connection("127.0.0.1", port))
