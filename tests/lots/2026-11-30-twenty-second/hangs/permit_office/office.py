"""Permits of the town: an application on starlette, whose register is old and synchronous."""

import anyio
from asyncer import asyncify, syncify
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class Numbers:
    """Numbers of permits, one after the other."""

    def __init__(self, gate):
        self._gate = gate
        self._last = 4100

    async def draw(self):
        async with self._gate:
            await anyio.sleep(0)
            self._last += 1
            return self._last


class Register:
    """The register, as it was before there was a web: plain functions."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.permits = {}

    def enter(self, name, kind):
        if kind == "visit":
            number = 0
        else:
            number = syncify(self.numbers.draw)()
        self.permits.setdefault(name, []).append((kind, number))
        return number


def build():
    gate = anyio.Lock()
    register = Register(Numbers(gate))

    async def apply(request):
        form = await request.json()
        async with gate:
            number = await asyncify(register.enter)(form["name"], form["kind"])
        return JSONResponse({"number": number})

    async def permits(request):
        return JSONResponse(register.permits)

    return Starlette(
        routes=[Route("/permits", apply, methods=["POST"]), Route("/permits", permits, methods=["GET"])]
    )
