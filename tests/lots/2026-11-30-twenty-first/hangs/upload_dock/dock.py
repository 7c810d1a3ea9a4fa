"""Takes uploads, as an own small HTTP server on asyncio."""

import asyncio
import hashlib
import threading


class Refused(Exception):
    pass


class Dock:
    def __init__(self, limit=1 << 22):
        self.limit = limit
        self.taken = {}
        self.port = None
        self.ready = threading.Event()

    async def run(self):
        server = await asyncio.start_server(self.meet, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def head(self, reader):
        first = (await reader.readline()).decode().split()
        headers = {}
        while (line := (await reader.readline()).decode().strip()) != "":
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        return first, headers

    async def meet(self, reader, writer):
        try:
            (method, path, *_), headers = await self.head(reader)
            size = int(headers.get("content-length", 0))
            if method != "PUT" or size > self.limit:
                raise Refused(f"{method} of {size}")
            body = await reader.readexactly(size)
            self.taken[path] = hashlib.md5(body).hexdigest()
            await self.say(writer, "201 Created", self.taken[path])
        except Refused as error:
            await self.say(writer, "413 Too Large", str(error))
        finally:
            writer.close()

    async def say(self, writer, status, text):
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode())
        await writer.drain()
