import asyncio
import struct

LENGTH = struct.Struct("!I")


class Peer:
    """One side of a connection: sends all it has, then reads what the other one has."""

    def __init__(self, name, files):
        self.name = name
        self.files = files
        self.got = {}

    async def sync(self, reader, writer):
        for name, content in self.files.items():
            writer.write(LENGTH.pack(len(name)) + name.encode())
            writer.write(LENGTH.pack(len(content)) + content)
            await writer.drain()
        writer.write(LENGTH.pack(0))
        while name := await self.part(reader):
            self.got[name.decode()] = await self.part(reader)
        writer.close()

    async def part(self, reader):
        (size,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
        return await reader.readexactly(size)
