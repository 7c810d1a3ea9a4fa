"""An ASGI application over the blocking depot."""

import asyncio
import json

from asgiref.sync import sync_to_async

from parcels import Depot

depot = Depot()


class Routes:
    def __init__(self):
        self._routes = {}

    def __call__(self, prefix):
        def register(function):
            self._routes[prefix] = function
            return function

        return register

    def find(self, path):
        prefix, _, rest = path.lstrip("/").partition("/")
        return self._routes.get(prefix), rest


route = Routes()


@route("wait")
async def wait(parcel):
    shelf = await sync_to_async(depot.wait_for_arrival)(parcel)
    return {"parcel": parcel, "shelf": shelf}


@route("arrive")
async def arrive(parcel):
    await sync_to_async(depot.arrive)(parcel, "B 17")
    return {"parcel": parcel}


@route("alive")
async def alive(_):
    await asyncio.sleep(0)
    return {"alive": True}


async def application(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    handler, rest = route.find(scope["path"])
    answer = await handler(rest) if handler else {"error": "no such page"}
    body = json.dumps(answer).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
