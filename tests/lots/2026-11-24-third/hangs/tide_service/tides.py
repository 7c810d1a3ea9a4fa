"""A service of lines, and a client for it, on streams of asyncio."""

import asyncio
import json


class TideServer:
    def __init__(self):
        self.heights = {"north": 3.1, "south": 2.4}
        self.served = 0

    async def handle(self, reader, writer):
        try:
            while line := await reader.readline():
                question = json.loads(line)
                writer.write(json.dumps(self.answer(question)).encode())
                await writer.drain()
                self.served += 1
        finally:
            writer.close()

    def answer(self, question):
        return {"port": question["port"], "height": self.heights.get(question["port"])}


class TideClient:
    def __init__(self, port):
        self.port = port

    async def __aenter__(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_):
        self.writer.close()
        await self.writer.wait_closed()

    async def ask(self, harbour):
        self.writer.write(json.dumps({"port": harbour}).encode() + b"\n")
        await self.writer.drain()
        line = await self.reader.readuntil(b"\n")
        return json.loads(line)["height"]
