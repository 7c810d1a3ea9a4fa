"""Ships that come in. Each looks first whether the line is good."""

import json
from functools import partial

import trio
from trio_websocket import open_websocket, serve_websocket

from harbour import Harbour


class Ship:
    def __init__(self, name, port):
        self.name = name
        self.port = port
        self.berths = []

    async def line_is_good(self, ws):
        await ws.ping(b"ahoy")

    async def come_in(self):
        async with open_websocket("127.0.0.1", self.port, "/", use_ssl=False) as ws:
            await self.line_is_good(ws)
            await ws.send_message(json.dumps({"ship": self.name}))
            first = json.loads(await ws.get_message())
            await self.line_is_good(ws)
            self.berths.append(first["berth"])
            while len(self.berths) < 8:
                self.berths.append(json.loads(await ws.get_message())["berth"])
        print(self.name, self.berths, flush=True)


async def lighthouse():
    while True:
        await trio.sleep(0.8)


async def main():
    harbour = Harbour(["north", "east", "pier 1", "pier 2", "pier 3", "pier 4", "roads", "dock"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lighthouse)
        server = await nursery.start(partial(serve_websocket, harbour.serve, "127.0.0.1", 0, ssl_context=None))
        async with trio.open_nursery() as fleet:
            for name in ("Amalia", "Berta"):
                fleet.start_soon(Ship(name, server.port).come_in)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
