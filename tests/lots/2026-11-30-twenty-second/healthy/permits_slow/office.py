import itertools
import time

import anyio
from asyncer import asyncify, syncify
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class Archive:
    """Old and slow, and only one may be in it."""

    def __init__(self):
        self.shelves = {}

    def look_up(self, name):
        time.sleep(6)
        self.shelves[name] = self.shelves.get(name, 0) + 1
        return self.shelves[name]


class Stamps:
    def __init__(self):
        self.numbers = itertools.count(700)
        self.gate = anyio.Semaphore(1)

    async def draw(self):
        async with self.gate:
            await anyio.sleep(1.5)
            return next(self.numbers)


def build():
    archive, stamps = Archive(), Stamps()
    door = anyio.Lock()

    def handle(name):
        found = archive.look_up(name)
        return found, syncify(stamps.draw)()

    async def permit(request):
        async with door:
            found, number = await asyncify(handle)(request.path_params["name"])
        return JSONResponse({"found": found, "number": number})

    async def health(request):
        return JSONResponse({"archive": len(archive.shelves)})

    return Starlette(routes=[Route("/permit/{name}", permit), Route("/health", health)])
