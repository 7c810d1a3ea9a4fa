# A middleware has read the body of the request; the endpoint waits for a body that was taken.
# https://github.com/Kludex/starlette/issues/495
import socket
import threading
import urllib.request

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route


class Log:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http":
            print(await Request(scope, receive).body(), flush=True)
        await self.app(scope, receive, send)


async def order(request):
    print("READY", flush=True)
    body = await request.body()  # <-- here
    return PlainTextResponse(f"{len(body)} bytes")


app = Log(Starlette(routes=[Route("/", order, methods=["POST"])]))
listening = socket.create_server(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="warning"))
threading.Thread(target=server.run, args=([listening],), daemon=True, name="server").start()
url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
print(urllib.request.urlopen(url, data=b"3 apples").read())  # <-- also
