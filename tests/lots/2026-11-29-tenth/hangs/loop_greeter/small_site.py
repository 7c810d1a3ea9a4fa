"""A tiny web site on asyncio: pages are coroutines that get the query and return text."""

import asyncio
import urllib.parse


class Site:
    def __init__(self):
        self.pages = {}
        self.requests = 0
        self.port = None

    def page(self, path):
        def register(function):
            self.pages[path] = function
            return function

        return register

    async def serve(self, reader, writer):
        self.requests += 1
        target = (await reader.readline()).split()[1].decode()
        while (await reader.readline()).strip():
            pass
        path, _, query = target.partition("?")
        page = self.pages.get(path)
        text = await page(dict(urllib.parse.parse_qsl(query))) if page else "no such page"
        status = "200 OK" if page else "404 Not Found"
        body = text.encode()
        writer.write(f"HTTP/1.0 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    async def start(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server
